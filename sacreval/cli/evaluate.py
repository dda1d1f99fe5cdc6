"""`sacreval evaluate METRIC INPUT…`: scores of systems."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sacreval.cli.common_options import (
    SOME_FAILED,
    AllowErrors,
    By,
    Confidence,
    EngineName,
    Exclude,
    Force,
    FormatName,
    Inputs,
    Map,
    Outputs,
    Progress,
    Quiet,
    ReaderName,
    References,
    ResampleBy,
    Resamples,
    Resume,
    Seed,
    Spreadsheet,
    Summaries,
    Systems,
    UseCache,
    selection_of,
    source_of,
    tell,
)
from sacreval.cli.execution_options import RayAddress, Workers, backend_of
from sacreval.cli.gate_options import (
    BaselineFile,
    Check,
    FailUnder,
    ForceBaseline,
    MaxDrop,
    gates_of,
    raise_if_failed,
)
from sacreval.cli.generated_options import command
from sacreval.cli.instance_fields import InstancesWith, fields_beside
from sacreval.cli.lazy_groups import lazy_group
from sacreval.cli.suite import NAME as SUITE
from sacreval.cli.suite import suite_command
from sacreval.core.metric import metrics

if TYPE_CHECKING:
    from sacreval.scoring.run_metrics import Entry


def evaluate(
    entries: Sequence[Entry],
    inputs: Inputs,
    *,
    references: References = None,
    reader: ReaderName = None,
    map_: Map = None,
    systems: Systems = None,
    exclude: Exclude = None,
    by: By = None,
    summary: Summaries = None,
    ci: Annotated[
        bool,
        typer.Option(
            "--ci/--no-ci",
            help="Give confidence intervals: percentile bootstrap over instances.",
        ),
    ] = False,
    resamples: Resamples = 1000,
    confidence: Confidence = 0.95,
    seed: Seed = 12345,
    resample_by: ResampleBy = None,
    engine: EngineName = None,
    workers: Workers = 1,
    ray: RayAddress = None,
    resume: Resume = None,
    cache: UseCache = True,
    progress: Progress = True,
    fail_under: FailUnder = None,
    check: Check = None,
    baseline: BaselineFile = None,
    max_drop: MaxDrop = None,
    force_baseline: ForceBaseline = False,
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
    form: FormatName = None,
    spreadsheet: Spreadsheet = False,
    force: Force = False,
    allow_errors: AllowErrors = False,
    quiet: Quiet = False,
    context: typer.Context,
) -> None:
    """Score systems."""
    from msgspec.structs import replace

    from sacreval.cli.output import Target, link, show, targets, unlinked, write, write_instances
    from sacreval.cli.run_context import Keep, running
    from sacreval.cli.unused_options import idle
    from sacreval.report import github
    from sacreval.report.results import render, signature_lines, wide_table
    from sacreval.scoring.evaluate import evaluate as score
    from sacreval.scoring.groups import summary as summary_of
    from sacreval.scoring.inputs import settle
    from sacreval.scoring.intervals import Bootstrap
    from sacreval.scoring.run_metrics import refuse_intervals, refuse_sets
    from sacreval.scoring.selection import Selected

    source = source_of(inputs, references, reader, map_)
    read = [*source.files(), *([str(baseline)] if baseline else [])]
    wanted = targets(output, [instances, junit], force=force, inputs=read)
    backend = backend_of(workers, ray, quiet=quiet)
    fields_beside(instances, instances_with, entries)  # refused before any work
    summaries = [summary_of(text) for text in summary or ()]
    if instances is not None:
        refuse_sets(entries, remedy="drop --instances")
        link(instances, wanted)
    if ci:
        refuse_intervals(entries)
    batches = source.batches(workers)
    # Gates name outputs, and those of label metrics are known when the records are.
    selected = Selected(selection_of(systems, exclude), [entry.metric for entry in entries])
    entries, checked = settle([entry.on_engine(engine) for entry in entries], selected.of(batches))
    gates = gates_of(
        entries,
        fail_under=fail_under,
        check=check,
        baseline=baseline,
        max_drop=max_drop,
        confidence=confidence,
        seed=seed,
        force=force_baseline,
    )
    with running(
        backend,
        Keep(resume, cache, progress, quiet),
        total=source.count,
        outputs=[target.path for target in wanted] + [instances, junit],
        metrics=[entry.metric for entry in entries],
    ) as run:
        evaluation = score(
            checked,
            entries,
            by=by,
            summaries=summaries,
            unit=resample_by,
            backend=run.backend,
            only_sums=not (ci or instances or baseline),
            fields=fields_beside(instances, instances_with, entries),
        )
    bootstrap = Bootstrap(resamples=resamples, confidence=confidence, seed=seed, unit=resample_by)
    report = evaluation.report(bootstrap if ci else None)
    verdicts, notices = gates.judge(evaluation, report.results)
    notices += idle(context, ci=ci, baseline=bool(baseline), test=bool(baseline and not max_drop))
    notices = [*selected.notices(), *report.notices, *notices]
    report = replace(
        report, verdicts=verdicts, notices=notices, selection=selected.selection.stated()
    )
    if instances is not None:
        written = write_instances(evaluation, instances, wanted)
        report = replace(report, instances=written, notices=[*notices, *unlinked(written, wanted)])
    write(wanted, lambda form: render(report, form), spreadsheet=spreadsheet)
    if junit is not None:
        from sacreval.report.junit import to_junit

        write([Target(junit, "text")], lambda _: to_junit(report))
    show(
        form,
        lambda form: render(report, form),
        lambda: [wide_table(report.results)],
        signature_lines(report.results),
        spreadsheet=spreadsheet,
    )
    github.tell(report)
    run.done()
    tell(report.notices, report.failures, quiet=quiet)
    raise_if_failed(report.verdicts)
    if report.failures and not allow_errors:
        raise typer.Exit(SOME_FAILED)


def make(name: str) -> Any:
    """Make the command that evaluates with one metric, or with a suite."""
    if name == SUITE:
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
