"""`sacreval evaluate METRIC INPUT…`: scores of systems, with intervals and gates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from sacreval.cli.config_mistakes import Checks
from sacreval.cli.late_typer import typer
from sacreval.cli.metric_commands import MetricCommands
from sacreval.cli.options.common_options import SUITE, Outputs
from sacreval.cli.options.data_set_options import DataSetOptions
from sacreval.cli.options.option_groups import (
    EndOptions,
    InputOptions,
    RecordOptions,
    RunOptions,
    SelectionOptions,
    SystemFormatOptions,
)
from sacreval.cli.options.plot_options import LookOptions, plot_help
from sacreval.cli.options.statistics_options import EvaluateOptions
from sacreval.cli.verb_app import verb_app
from sacreval.commands.evaluate_plots import KINDS_HELP, EvaluatePlots, wrong_plots
from sacreval.commands.instance_fields import InstancesWith, fields_beside
from sacreval.features.gates.gate_options import GATES, GateOptions, JUnitOptions, raise_if_failed
from sacreval.features.paper.paper_options import PaperOptions

if TYPE_CHECKING:
    from sacreval.cli.output import Target
    from sacreval.core.results import Report, Result
    from sacreval.features.paper.captioned_table import PaperFormat
    from sacreval.features.paper.layout import Choice
    from sacreval.report.formats import Format
    from sacreval.report.numbers import Numbers
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.evaluation import Evaluation


def evaluate(
    entries: Sequence[Entry],
    *,
    files: InputOptions,
    data_sets: DataSetOptions,
    systems: SelectionOptions,
    records: RecordOptions,
    options: EvaluateOptions,
    how: RunOptions,
    conditions: GateOptions,
    output: Outputs = None,
    instances: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            rich_help_panel="Common options",
            help="Also write the scores of every record to this file: .jsonl, with statistics, "
            ".csv or .tsv.",
        ),
    ] = None,
    instances_with: InstancesWith = None,
    details: Annotated[
        bool,
        typer.Option(
            "--details/--no-details",
            rich_help_panel="Output",
            help="Also show what scores are made of, in tables, CSV and --instances: precisions, "
            "brevity penalty and lengths of BLEU, edits of TER, precision and recall of chrF by "
            "order. JSON always has them; with --ci they have intervals from the same resamples.",
        ),
    ] = False,
    cases: JUnitOptions,
    plot: Annotated[list[str] | None, plot_help(KINDS_HELP)] = None,
    looks: LookOptions,
    formats: SystemFormatOptions,
    paper: PaperOptions,
    end: EndOptions,
    context: typer.Context,
) -> None:
    """Score systems."""
    from msgspec.structs import replace

    from sacreval.cli.options.unused_options import options_given, without_effect
    from sacreval.cli.output import targets, write
    from sacreval.cli.run_context import prepare_sets
    from sacreval.commands.scored_sets import score_sets, with_instances
    from sacreval.features.exchange.export_options import exchange_of
    from sacreval.features.gates import build_servers
    from sacreval.report.result_tables import render
    from sacreval.scoring.sets.data_sets import every_entry, files_of, refuse_sets_of

    sets, baseline = data_sets.sets(files, entries), conditions.baseline
    entries = every_entry(sets)
    ci = options.intervals() is not None
    read = files_of(sets) + ([str(baseline)] if baseline else [])
    exchange = exchange_of(formats, output, read)
    drawing = EvaluatePlots.of(plot, looks.look(), sets, options.by)
    others = [instances, cases.junit, *drawing.files]
    wanted = paper.checked(
        targets(exchange.tables, others, force=end.force, inputs=read), formats.form
    )
    _check_metrics(entries, instances, instances_with, wanted, ci=ci)
    build_servers.check_junit(entries, cases.junit, records=cases.junit_records)
    script = formats.script(entries)
    if script or exchange.form:
        refuse_sets_of(sets, f"--format {script or exchange.form}")
    ready = drawing.watching(
        prepare_sets(
            sets,
            how,
            records.of(systems.selection(), options.seed),
            baseline=baseline,
            quiet=end.quiet,
        )
    )
    report, evaluations, gates, run = score_sets(
        ready,
        options,
        conditions,
        need_rows=bool(
            instances or cases.junit_records or script or exchange.folder or drawing.need_rows
        ),
        fields=lambda of_set: (
            *fields_beside(instances, instances_with, entries),
            *exchange.fields(of_set),
        ),
        outputs=[*(target.path for target in wanted), *others],
    )
    notices = [
        *report.notices,
        *without_effect(
            options_given(context),
            report.results,
            ci=ci,
            baseline=bool(baseline),
            test=gates.tested,
        ),
        *looks.without_effect(drawing.plots),
    ]
    drawn = drawing.draw(evaluations, formats.ordered(report.results), notices)
    report = replace(report, results=formats.ordered(report.results), notices=notices)
    report = with_instances(report, evaluations, instances, wanted, details=details)
    rendered = paper.renderer(
        lambda form: render(report, form, details=details, numbers=paper.numbers),
        lambda form, choice: _paper(report, form, choice),
    )
    write(wanted, rendered, spreadsheet=formats.spreadsheet)
    drawing.save(drawn)
    report = exchange.write(next(iter(evaluations.values())), report, end)
    build_servers.write_junit(report, cases.junit, evaluations if cases.junit_records else {})
    _show(
        next(iter(evaluations.values())),
        report,
        formats,
        exchange.document(report),
        rendered,
        before=gates.before(report.results),
        level=options.confidence,
        details=details,
        numbers=paper.numbers,
    )
    run.done()
    end.write_notices(report.notices, report.failures)
    raise_if_failed(report.verdicts)
    end.exit_if_failed(report.failures)


def _paper(report: Report, form: PaperFormat, choice: Choice) -> str:
    """Return a table for a paper."""
    from sacreval.features.paper.captioned_table import of_results

    return of_results(report.results, form, choice)


def _check_metrics(
    entries: Sequence[Entry],
    instances: Path | None,
    beside: list[str] | None,
    wanted: Sequence[Target],
    *,
    ci: bool,
) -> None:
    """Check that all metrics have scores of records, or intervals, where these are requested."""
    from sacreval.cli.output import link
    from sacreval.scoring.entries.run_metrics import refuse_intervals, refuse_sets

    fields_beside(instances, beside, entries)
    if instances is not None:
        refuse_sets(entries, remedy="drop --instances")
        link(instances, wanted)
    if ci:
        refuse_intervals(entries)


def _show(
    evaluation: Evaluation,
    report: Report,
    formats: SystemFormatOptions,
    document: str | None,
    rendered: Callable[[Format], str],
    *,
    before: Sequence[Result],
    level: float,
    details: bool,
    numbers: Numbers,
) -> None:
    """Print results in the chosen format, and for GitHub; in one for other tools, its document."""
    from sacreval.features.gates import build_servers

    build_servers.write_summary(report, before)
    if document is not None:
        typer.echo(document, nl=False)
        return
    if script := formats.script(evaluation.entries):
        from sacreval.scoring.rouge_output import printed

        typer.echo(printed(evaluation, level, details=script == "rouge-1.5.5-d"), nl=False)
        return
    from sacreval.cli.output import show
    from sacreval.report.result_notes import notes
    from sacreval.report.result_tables import tables

    show(
        formats.table(),
        rendered,
        lambda: tables(report.results, details=details, numbers=numbers),
        [*notes(report.results), *numbers.notes()],
        spreadsheet=formats.spreadsheet,
    )


AGREE = "agree"
AGREE_TEXT = (
    "Derive the scores in logs of other tools again, row by row, and compare them; also written "
    "--agree LOG."
)
SUITE_TEXT = "Score systems with many metrics, in one pass."


def _wrong_values(
    values: Mapping[str, Any], specs: Sequence[str], *, every_metric: bool
) -> list[str]:
    """Return what is wrong with the plots and the gates of a config; see `Mistakes`."""
    from sacreval.features.gates.config_gates import wrong_gates

    gates = wrong_gates(values, specs, every_metric=every_metric)
    return [*wrong_plots(values.get("plot") or ()), *gates]


_by_metric = MetricCommands(evaluate, SUITE_TEXT, Checks((*GATES, "plot"), _wrong_values))


def make(name: str) -> Any:
    """Create the command that scores by one metric or a suite, or checks the scores of logs."""
    if name != AGREE:
        return _by_metric(name)
    from sacreval.cli.options.generated_options import parameters
    from sacreval.cli.parsing.assembled import assemble
    from sacreval.features.agreement.command import TEXT, AgreeOptions, agree

    options_of_agree = parameters(AgreeOptions, name)
    return assemble(agree, options_of_agree, lambda options: AgreeOptions(**options), name, TEXT)


app = verb_app(
    make,
    "Score the outputs of systems: one subcommand for each metric, and suites; or, with --agree "
    "LOG, check the scores in logs of other tools.",
    {SUITE: SUITE_TEXT, AGREE: AGREE_TEXT},
    flags={"--agree": AGREE},
    assembled=_by_metric.assembled,
)
