"""`sacreval compare METRIC BASE OTHER…`: significance tests between systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sacreval.cli.metric_commands import MetricCommands
from sacreval.cli.options.common_options import (
    SUITE,
    Outputs,
    SignatureStyle,
    SortSystems,
)
from sacreval.cli.options.data_set_options import DataSetOptions
from sacreval.cli.options.option_groups import (
    EndOptions,
    FormatOptions,
    InputOptions,
    RecordOptions,
    RunOptions,
    SelectionOptions,
)
from sacreval.cli.options.plot_options import LookOptions, plot_help
from sacreval.cli.verb_app import verb_app
from sacreval.errors import UsageError
from sacreval.features.compare.compare_options import CompareOptions
from sacreval.features.compare.compare_plots import KINDS, KINDS_HELP
from sacreval.features.paper.paper_options import PaperOptions
from sacreval.scoring.sets.data_sets import of_set
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.core.results import Result
    from sacreval.features.compare.result import ComparisonReport, Standing
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.evaluation import Evaluation
    from sacreval.scoring.inputs.source import Source
    from sacreval.scoring.intervals.interval_options import IntervalOptions


Place = tuple[str | None, str, str]
"""A data set, an output and a system."""


def with_score_intervals(
    evaluations: Mapping[str | None, Evaluation],
    report: ComparisonReport,
    options: IntervalOptions,
) -> ComparisonReport:
    """Return a comparison with the interval of each score, by the method that `evaluate` takes."""
    results = {
        (dataset, result.output, result.system_id): result
        for dataset, evaluation in evaluations.items()
        for result in evaluation.report(options).results
        if result.group is None
    }
    extended = replace(report, standings=[_with_interval(x, results) for x in report.standings])
    apart = [text for name in evaluations for text in of_set(name, _other_units(extended, name))]
    return replace(extended, notices=[*extended.notices, *apart])


def _other_units(report: ComparisonReport, dataset: str | None) -> list[str]:
    """Describe intervals of scores over a group where tests and differences take records."""
    tested = {x.interval.unit for x in report.comparisons if x.dataset == dataset and x.interval}
    around = {x.interval.unit for x in report.standings if x.dataset == dataset and x.interval}
    return [
        f"scores of records of one {group} are alike: intervals of scores are over {group}, and "
        "tests and intervals of differences over records, by the differences of systems; "
        f"--resample-by {group} takes it for all"
        for group in sorted(x for x in around - tested if x is not None)
    ]


def _with_interval(standing: Standing, results: Mapping[Place, Result]) -> Standing:
    if standing.group is not None:
        return standing
    result = results.get((standing.dataset, standing.output, standing.system_id))
    if result is None or result.value is None or rounded(result.value) != rounded(standing.value):
        raise UsageError(
            f"'{standing.system_id}' is compared on a part of its records, of which its score "
            "has no interval; leave out interval and plus-minus, or give all systems the same "
            "records"
        )
    return replace(standing, interval=result.interval)


RESULTS = "results"


def compare(
    entries: Sequence[Entry],
    *,
    files: InputOptions,
    data_sets: DataSetOptions,
    systems: SelectionOptions,
    records: RecordOptions,
    options: CompareOptions,
    how: RunOptions,
    output: Outputs = None,
    plot: Annotated[list[str] | None, plot_help(KINDS_HELP)] = None,
    looks: LookOptions,
    formats: FormatOptions,
    sort: SortSystems = "given",
    signature: SignatureStyle = "sacreval",
    paper: PaperOptions,
    end: EndOptions,
    context: typer.Context,
) -> None:
    """Compare systems."""
    import msgspec

    from sacreval.cli import output as outputs
    from sacreval.cli.options.plot_options import parse_plots, save_all
    from sacreval.cli.options.unused_options import options_given
    from sacreval.cli.run_context import prepare_sets
    from sacreval.features.compare.compare import compare_prepared
    from sacreval.features.compare.compare_plots import draw
    from sacreval.features.compare.comparison_notes import notes
    from sacreval.features.compare.paper_table import table_of
    from sacreval.features.compare.shown_comparisons import in_order, with_signatures
    from sacreval.features.compare.tables import render, tables
    from sacreval.scoring.entries.run_metrics import refuse_sets
    from sacreval.scoring.sets.data_sets import every_entry, files_of

    sets = data_sets.sets(files, entries)
    plots = parse_plots(plot, KINDS, [data_set.name or "" for data_set in sets])
    look, pictures = looks.look(), [drawing.path for drawing in plots]
    wanted = paper.checked(
        outputs.targets(output, pictures, force=end.force, inputs=files_of(sets)), formats.form
    )
    refuse_sets(every_entry(sets), remedy="use `sacreval evaluate`")
    options.settings()  # mistakes are found before inputs are opened
    sets = [
        msgspec.structs.replace(
            data_set, entries=_with_opponent(data_set.entries, data_set.source, options.base)
        )
        for data_set in sets
    ]
    selection = records.of(systems.selection(), options.seed)
    ready = prepare_sets(sets, how, selection, quiet=end.quiet)
    report, evaluations, run = compare_prepared(
        ready, options, [*(target.path for target in wanted), *pictures]
    )
    report = in_order(with_signatures(report, signature), sort)
    if paper.has_intervals:
        report = _with_intervals(evaluations, report)
    notices = [*ready.notices(), *report.notices, *looks.without_effect(plots)]
    drawn = draw(plots, report, look, notices)
    save_all(drawn, look)
    outputs.write_and_show(
        wanted,
        formats,
        paper.renderer(
            lambda form: render(report, form, paper.numbers),
            lambda form, choice: table_of(report, form, choice),
        ),
        lambda: tables(report, paper.numbers),
        [*notes(report), *paper.numbers.notes()],
    )
    run.done()
    notices += options.without_effect(options_given(context))
    end.write_notices(notices, report.failures)
    end.exit_if_failed(report.failures)


def _with_intervals(
    evaluations: Mapping[str | None, Evaluation], report: ComparisonReport
) -> ComparisonReport:
    """Return a comparison with the intervals of scores."""
    from sacreval.scoring.intervals.interval_options import IntervalOptions

    settings = report.settings
    options = IntervalOptions(
        resamples=settings.resamples,
        confidence=settings.confidence,
        seed=settings.seed,
        unit=settings.unit,
    )
    return with_score_intervals(evaluations, report, options)


def _with_opponent(entries: Sequence[Entry], source: Source, base: str | None) -> Sequence[Entry]:
    """Return the entries; judges of pairs compare each system with the base."""
    from sacreval.core.contract.metric_values import ReadsReplies

    if not any(isinstance(entry.metric, ReadsReplies) for entry in entries):
        return entries
    from sacreval.cli.options.judge_options import EntriesToAsk
    from sacreval.scoring.pair_opponents import against_base

    pairwise = against_base(entries, source, base)
    options = getattr(entries, "options", None)
    return pairwise if options is None else EntriesToAsk.of(pairwise, options)


SUITE_TEXT = "Compare systems by many metrics."
_by_metric = MetricCommands(compare, SUITE_TEXT)


def make(name: str) -> Any:
    """Create the command that compares by one metric, by a suite, or from result files."""
    if name != RESULTS:
        return _by_metric(name)
    from sacreval.cli.options.generated_options import parameters
    from sacreval.cli.parsing.assembled import assemble
    from sacreval.features.compare.compare_options import SetOptions
    from sacreval.features.compare.compare_results import TEXT, results

    params = parameters(SetOptions, name)
    command = assemble(results, params, lambda options: SetOptions(**options), name, TEXT)
    command.sections = {"metric": "Systems and records"}
    return command


app = verb_app(
    make,
    "Compare systems on the same instances: one subcommand for each metric, and suites; or over "
    "several data sets, from result files.",
    {
        SUITE: SUITE_TEXT,
        RESULTS: "Compare systems over several data sets, with the sets as units, from result "
        "files.",
    },
)
