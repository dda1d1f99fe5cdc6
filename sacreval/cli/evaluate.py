"""`sacreval evaluate METRIC INPUT…`: scores of systems."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sacreval.cli.common_options import SUITE, By, Outputs, ResampleBy, Summaries
from sacreval.cli.gate_options import GateOptions, gates_of, raise_if_failed
from sacreval.cli.generated_options import command
from sacreval.cli.instance_fields import InstancesWith, fields_beside
from sacreval.cli.lazy_groups import lazy_group
from sacreval.cli.option_groups import (
    EndOptions,
    FormatOptions,
    InputOptions,
    ResamplingOptions,
    RunOptions,
    SelectionOptions,
)
from sacreval.core.metric import metrics

if TYPE_CHECKING:
    from sacreval.scoring.groups import Summary
    from sacreval.scoring.intervals import Bootstrap
    from sacreval.scoring.run_metrics import Entry


def evaluate(
    entries: Sequence[Entry],
    *,
    files: InputOptions,
    systems: SelectionOptions,
    by: By = None,
    summary: Summaries = None,
    ci: Annotated[
        bool,
        typer.Option(
            "--ci/--no-ci",
            help="Give confidence intervals: percentile bootstrap over instances.",
        ),
    ] = False,
    resampling: ResamplingOptions,
    resample_by: ResampleBy = None,
    how: RunOptions,
    conditions: GateOptions,
    output: Outputs = None,
    instances: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also write the scores of every record: .jsonl, with the statistics behind them, "
            ".csv or .tsv.",
        ),
    ] = None,
    instances_with: InstancesWith = None,
    junit: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.xml",
            help="Also write the gates as test cases, in JUnit's format.",
        ),
    ] = None,
    formats: FormatOptions,
    end: EndOptions,
    context: typer.Context,
) -> None:
    """Score systems."""
    from msgspec.structs import replace

    from sacreval.cli.output import Target, link, show, targets, unlinked, write, write_instances
    from sacreval.cli.run_context import prepare
    from sacreval.cli.unused_options import idle
    from sacreval.report import github
    from sacreval.report.results import render, signature_lines, wide_table
    from sacreval.scoring.evaluate import evaluate as score
    from sacreval.scoring.run_metrics import refuse_intervals, refuse_sets

    source, baseline = files.source(), conditions.baseline
    read = [*source.files(), *([str(baseline)] if baseline else [])]
    wanted = targets(output, [instances, junit], force=end.force, inputs=read)
    fields_beside(instances, instances_with, entries)  # refused before any work
    summaries = _summaries(summary or ())
    if instances is not None:
        refuse_sets(entries, remedy="drop --instances")
        link(instances, wanted)
    if ci:
        refuse_intervals(entries)
    ready = prepare(entries, source, how, systems.selection(), quiet=end.quiet)
    # Gates name outputs, and those of label metrics are known when the records are.
    gates = gates_of(ready.entries, conditions, level=resampling.confidence, seed=resampling.seed)
    with ready.running([*(target.path for target in wanted), instances, junit]) as run:
        evaluation = score(
            ready.batches,
            ready.entries,
            by=by,
            summaries=summaries,
            unit=resample_by,
            backend=run.backend,
            only_sums=not (ci or instances or baseline),
            fields=fields_beside(instances, instances_with, ready.entries),
        )
    report = evaluation.report(_bootstrap(resampling, resample_by) if ci else None)
    verdicts, notices = gates.judge(evaluation, report.results)
    tested = bool(baseline and not conditions.max_drop)
    notices += idle(context, ci=ci, baseline=bool(baseline), test=tested)
    selected = ready.selected
    notices = [*selected.notices(), *report.notices, *notices]
    report = replace(
        report, verdicts=verdicts, notices=notices, selection=selected.selection.stated()
    )
    if instances is not None:
        written = write_instances(evaluation, instances, wanted)
        report = replace(report, instances=written, notices=[*notices, *unlinked(written, wanted)])
    write(wanted, lambda form: render(report, form), spreadsheet=formats.spreadsheet)
    if junit is not None:
        from sacreval.report.junit import to_junit

        write([Target(junit, "text")], lambda _: to_junit(report))
    show(
        formats.form,
        lambda form: render(report, form),
        lambda: [wide_table(report.results)],
        signature_lines(report.results),
        spreadsheet=formats.spreadsheet,
    )
    github.tell(report)
    run.done()
    end.tell(report.notices, report.failures)
    raise_if_failed(report.verdicts)
    end.exit_if_failed(report.failures)


def _summaries(texts: Sequence[str]) -> list[Summary]:
    if not texts:
        return []
    from sacreval.scoring.groups import summary

    return [summary(text) for text in texts]


def _bootstrap(resampling: ResamplingOptions, unit: str | None) -> Bootstrap:
    from sacreval.scoring.intervals import Bootstrap

    return Bootstrap(**vars(resampling), unit=unit)


def make(name: str) -> Any:
    """Create the command that evaluates with one metric, or with a suite."""
    if name == SUITE:
        from sacreval.cli.suite import suite_command

        return suite_command(evaluate, "Score systems with many metrics, in one pass.")
    return command(evaluate, metrics.get(name), name)


app = typer.Typer(
    rich_markup_mode=None,
    cls=lazy_group(lambda: (*metrics, SUITE), make),
    help="Score the outputs of systems: one subcommand a metric, and suites of many.",
    no_args_is_help=True,
)


@app.callback()
def _verb() -> None:
    """Score the outputs of systems: one subcommand a metric, and suites of many."""
