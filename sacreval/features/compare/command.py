"""`sacreval compare METRIC BASE OTHER…`: significance tests between systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sacreval.cli.metric_commands import MetricCommands
from sacreval.cli.options.common_options import (
    SUITE,
    Base,
    By,
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
    ResamplingOptions,
    RunOptions,
    SelectionOptions,
)
from sacreval.cli.options.plot_options import LookOptions, plot_help
from sacreval.cli.options.statistics_options import HumanLabels, ResampleBy
from sacreval.cli.options.ungrouped import OptionGroup
from sacreval.cli.verb_app import verb_app
from sacreval.errors import UsageError
from sacreval.features.compare.compare_plots import KINDS, KINDS_HELP
from sacreval.features.compare.comparison_names import (
    DifferenceInterval,
    FamilyName,
    RankName,
    TestName,
)
from sacreval.features.paper.paper_options import PaperOptions
from sacreval.scoring.sets.data_sets import of_set
from sacreval.stats import MOST_DRAWS
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.core.results import Result
    from sacreval.features.compare.result import ComparisonReport, Settings, Standing
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
    found = {
        (dataset, one.output, one.system_id): one
        for dataset, evaluation in evaluations.items()
        for one in evaluation.report(options).results
        if one.group is None
    }
    made = replace(report, standings=[_with_interval(one, found) for one in report.standings])
    apart = [text for name in evaluations for text in of_set(name, _other_units(made, name))]
    return replace(made, notices=[*made.notices, *apart])


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


def _with_interval(standing: Standing, found: Mapping[Place, Result]) -> Standing:
    if standing.group is not None:
        return standing
    result = found.get((standing.dataset, standing.output, standing.system_id))
    if result is None or result.value is None or rounded(result.value) != rounded(standing.value):
        raise UsageError(
            f"'{standing.system_id}' is compared on a part of its records, of which its score "
            "has no interval; leave out interval and plus-minus, or give all systems the same "
            "records"
        )
    return replace(standing, interval=result.interval)


Test = Annotated[
    TestName,
    typer.Option(
        rich_help_panel="Common options",
        help="Test that decides significance. auto: paired approximate randomization (paired-ar), "
        "or for scores of few values its mid-p. paired-bs is sacrebleu's paired bootstrap, "
        "centred-bs one that errs as often as stated; wilcoxon and sign test differences of "
        "records, not scores.",
    ),
]
AllTests = Annotated[
    bool,
    typer.Option(
        "--all-tests",
        help="Also compute all tests that do not decide, and show effect sizes, wins, detectable "
        "differences and ranks, which files have in any case.",
    ),
]
Interval = Annotated[
    DifferenceInterval,
    typer.Option(
        help="Method of the intervals of differences. auto: the test inverted (randomization), "
        "Tango's for scores of 0 and 1 (tango), or for very few records the jackknife's. "
        "percentile is the bootstrap's, expanded the same with wider tails for few records.",
    ),
]
Family = Annotated[
    FamilyName,
    typer.Option(
        help="Tests that Holm's correction is over: the systems, for each output and group "
        "(systems), or all tests of the run (all).",
    ),
]
Primary = Annotated[
    str | None,
    typer.Option(
        metavar="OUTPUT",
        help="The only output that is tested; findings by all others are exploratory.",
    ),
]
AllPairs = Annotated[
    bool, typer.Option("--all-pairs", help="Compare every pair of systems, not only with the base.")
]
Ranks = Annotated[
    RankName,
    typer.Option(
        help="Rank ranges that all hold at once (simultaneous), or each on its own (separate).",
    ),
]
Equivalent = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC=MARGIN",
        help="Test whether systems differ by less than a margin; repeat it.",
    ),
]
NotWorse = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC=MARGIN",
        help="Test whether a system is worse than the base by less than a margin; repeat it.",
    ),
]


class TestOptions(OptionGroup):
    """Tests, intervals, and what they are corrected for."""

    section = "Statistics"

    test: Test = "auto"
    all_tests: AllTests = False
    interval: Interval = "auto"
    family: Family = "systems"
    primary: Primary = None
    all_pairs: AllPairs = False
    ranks: Ranks = "simultaneous"
    equivalent: Equivalent = None
    not_worse: NotWorse = None

    def settings(
        self, resampling: ResamplingOptions, *, unit: str | None, trials: int, show: int
    ) -> Settings:
        """Return the settings of a comparison.

        Raises:
            UsageError: If a margin cannot be parsed.
        """
        from sacreval.features.compare.pairs.difference_intervals import parse_margins
        from sacreval.features.compare.result import Settings

        return Settings(
            test=self.test,
            interval=self.interval,
            all_tests=self.all_tests,
            family=self.family,
            primary=self.primary,
            all_pairs=self.all_pairs,
            ranks=self.ranks,
            unit=unit,
            equivalent=parse_margins(self.equivalent or (), "--equivalent"),
            not_worse=parse_margins(self.not_worse or (), "--not-worse"),
            trials=trials,
            show=show,
            **vars(resampling),
        )


RESULTS = "results"


def compare(
    entries: Sequence[Entry],
    *,
    files: InputOptions,
    data_sets: DataSetOptions,
    systems: SelectionOptions,
    records: RecordOptions,
    base: Base = None,
    other: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SYSTEM",
            rich_help_panel="Common options",
            help="System to compare with the base; repeat it. By default all.",
        ),
    ] = None,
    by: By = None,
    tests: TestOptions,
    humans: HumanLabels = None,
    resample_by: ResampleBy = None,
    trials: Annotated[
        int,
        typer.Option(
            min=100,
            max=MOST_DRAWS,
            rich_help_panel="Statistics",
            help="Number of trials of paired-ar and mid-p.",
        ),
    ] = 10000,
    resampling: ResamplingOptions,
    require_all: Annotated[
        bool,
        typer.Option(
            "--require-all",
            rich_help_panel="Systems and records",
            help="Exit with 2 if a system lacks a record that another has, or the score of one.",
        ),
    ] = False,
    show: Annotated[
        int,
        typer.Option(
            min=0, rich_help_panel="Output", help="Number of the largest gains and losses to list."
        ),
    ] = 0,
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
    from dataclasses import replace

    import msgspec

    from sacreval.cli import output as outputs
    from sacreval.cli.options.plot_options import parse_plots, save_all
    from sacreval.cli.options.unused_options import given
    from sacreval.cli.run_context import prepare_sets
    from sacreval.features.compare.compare import pick
    from sacreval.features.compare.compare_plots import draw
    from sacreval.features.compare.comparison_notes import notes
    from sacreval.features.compare.paper_table import table_of
    from sacreval.features.compare.sets.compare_data_sets import compare_data_sets
    from sacreval.features.compare.shown_comparisons import in_order, with_signatures
    from sacreval.features.compare.tables import render, tables
    from sacreval.scoring.entries.run_metrics import refuse_sets
    from sacreval.scoring.evaluate import evaluate
    from sacreval.scoring.intervals.labelled_samples import humans_of
    from sacreval.scoring.sets.data_sets import about, every_entry, files_of

    sets = data_sets.sets(files, entries)
    plots = parse_plots(plot, KINDS, [one.name or "" for one in sets])
    look, pictures = looks.look(), [one.path for one in plots]
    wanted = paper.checked(
        outputs.targets(output, pictures, force=end.force, inputs=files_of(sets)), formats.form
    )
    refuse_sets(every_entry(sets), remedy="use `sacreval evaluate`")
    settings = tests.settings(resampling, unit=resample_by, trials=trials, show=show)
    first: list[str] = []
    sets = [
        msgspec.structs.replace(one, entries=_with_opponent(one.entries, one.source, base))
        for one in sets
    ]
    selection = records.of(systems.selection(), resampling.seed)
    ready = prepare_sets(sets, how, selection, quiet=end.quiet)
    labelled = humans_of(humans or (), [entry for one in ready.sets for entry in one.entries])
    settings = replace(settings, humans=dict(labelled.dimensions) if labelled else {})
    evaluations = {}
    with ready.running([*(target.path for target in wanted), *pictures]) as run:
        for one in ready.sets:
            with about(one.dataset):
                evaluations[one.dataset] = evaluate(
                    _record_first(one.batches, first),
                    one.entries,
                    by=by,
                    unit=resample_by,
                    backend=run.backend,
                    every_group=True,
                    fields=("judgments",) if labelled else (),
                    chosen=one.selected.records,
                )
    chosen, *_ = pick(next(iter(evaluations.values())), first[0], base, other or ())
    report = compare_data_sets(evaluations, chosen, other or (), settings, require_all=require_all)
    report = replace(with_signatures(report, signature), selection=ready.selection())
    report = in_order(report, sort)
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
    if not settings.has_trials and "--trials" in given(context):
        notices.append(f"--test {settings.test} has no trials, so --trials has no effect")
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

    found = against_base(entries, source, base)
    options = getattr(entries, "options", None)
    return found if options is None else EntriesToAsk.of(found, options)


def _record_first(batches: Iterable[Batch], first: list[str]) -> Iterator[Batch]:
    """Yield batches unchanged, and append the system of the first record to `first`."""
    for batch in batches:
        if not first:
            first.append(batch.system_ids[0])
        yield batch


SUITE_TEXT = "Compare systems by many metrics."
_by_metric = MetricCommands(compare, SUITE_TEXT)


def make(name: str) -> Any:
    """Create the command that compares by one metric, by a suite, or from result files."""
    if name != RESULTS:
        return _by_metric(name)
    from sacreval.cli.options.generated_options import parameters
    from sacreval.cli.parsing.assembled import assemble
    from sacreval.features.compare.compare_results import TEXT, SetOptions, results

    own = parameters(SetOptions, name)
    command = assemble(results, own, lambda options: SetOptions(**options), name, TEXT)
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
