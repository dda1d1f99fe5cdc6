"""`sacreval evaluate METRIC INPUT…`: scores of systems."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sacreval.cli.group import lazy_group
from sacreval.cli.options import command
from sacreval.cli.shared import (
    SOME_FAILED,
    AllowErrors,
    EngineName,
    Force,
    Inputs,
    Map,
    Quiet,
    ReaderName,
    References,
    parse_map,
    tell,
)
from sacreval.cli.wrapping import (
    Extract,
    ExtractReferences,
    Normalize,
    ReducePredictions,
    ReduceReferences,
    Unextracted,
    refuse_sets,
    verb_for,
    wrapped,
)
from sacreval.errors import UsageError
from sacreval.metric import Metric, metrics
from sacreval.report.formats import Format

if TYPE_CHECKING:
    from sacreval.results import Report
    from sacreval.scoring.evaluate import Evaluation


def evaluate(
    metric: Metric,
    inputs: Inputs,
    *,
    references: References = None,
    reader: ReaderName = None,
    map_: Map = None,
    extract: Extract = "none",
    extract_references: ExtractReferences = "none",
    normalize: Normalize = "none",
    unextracted: Unextracted = "missing",
    reduce_predictions: ReducePredictions = None,
    reduce_references: ReduceReferences = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="GROUP",
            help="Also score the records of each value of this group.",
            rich_help_panel="Run",
        ),
    ] = None,
    summary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOW",
            help="What is made of the scores of groups: mean, weighted, worst; "
            "only:VARIANT=VALUE; or the change from originals to other records: "
            "drop-rate:VARIANT=ORIGINAL, cohens-h:..., hedges-g:...; repeat it.",
            rich_help_panel="Run",
        ),
    ] = None,
    ci: Annotated[
        bool,
        typer.Option(
            "--ci/--no-ci",
            help="Give confidence intervals: percentile bootstrap over instances.",
            rich_help_panel="Run",
        ),
    ] = False,
    resamples: Annotated[
        int, typer.Option(min=2, help="Bootstrap resamples.", rich_help_panel="Run")
    ] = 1000,
    confidence: Annotated[
        float,
        typer.Option(min=0.5, max=0.9999, help="Level of intervals.", rich_help_panel="Run"),
    ] = 0.95,
    seed: Annotated[
        int, typer.Option(min=0, help="Seed of the resamples.", rich_help_panel="Run")
    ] = 12345,
    resample_by: Annotated[
        str | None,
        typer.Option(
            metavar="GROUP",
            help="What resamples draw whole, such as documents; by default records.",
            rich_help_panel="Run",
        ),
    ] = None,
    engine: EngineName = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Also write the results; .json, .jsonl, .tsv, .csv, .md, .tex; repeat it.",
            rich_help_panel="Output",
        ),
    ] = None,
    instances: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.jsonl",
            help="Also write the scores of every record.",
            rich_help_panel="Output",
        ),
    ] = None,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format",
            help="What is printed; by default a table on a terminal, else text.",
            rich_help_panel="Output",
        ),
    ] = None,
    force: Force = False,
    allow_errors: AllowErrors = False,
    quiet: Quiet = False,
) -> None:
    """Score systems."""
    from sacreval.cli.inputs import open_inputs
    from sacreval.files import check_writable
    from sacreval.report.formats import format_of
    from sacreval.scoring.engine import choose
    from sacreval.scoring.evaluate import evaluate as score
    from sacreval.scoring.groups import summary as summary_of
    from sacreval.scoring.inputs import settle
    from sacreval.scoring.intervals import Bootstrap

    targets = [(path, format_of(path)) for path in output or ()]
    files = [path for path, _ in targets] + ([instances] if instances else [])
    if len(set(files)) < len(files):
        raise UsageError("the same output file is named twice; name each once")
    for path in files:
        check_writable(path, force=force)

    metric = wrapped(
        metric,
        extract=extract,
        extract_references=extract_references,
        clean=normalize,
        unextracted=unextracted,
        reduce_predictions=reduce_predictions,
        reduce_references=reduce_references,
    )
    summaries = [summary_of(text) for text in summary or ()]
    refuse_sets(metric, ci=ci, instances=instances is not None)
    batches = open_inputs(inputs, references=references, reader=reader, fields=parse_map(map_))
    settled = settle(choose(metric, engine), batches)
    bootstrap = Bootstrap(resamples=resamples, confidence=confidence, seed=seed, unit=resample_by)
    evaluation = score(
        settled.batches, settled.metric, by=by, summaries=summaries, unit=resample_by
    )
    report = evaluation.report(bootstrap if ci else None)
    _write(evaluation, report, targets, instances)
    _print(report, form)
    tell(report.notices, report.failures, quiet=quiet)
    if report.failures and not allow_errors:
        raise typer.Exit(SOME_FAILED)


def _write(
    evaluation: Evaluation,
    report: Report,
    targets: list[tuple[Path, Format]],
    instances: Path | None,
) -> None:
    from sacreval.files import write_text
    from sacreval.report.results import render

    for path, form in targets:
        with write_text(path) as stream:
            stream.write(render(report, form))
    if instances is not None:
        import jsonlines
        import msgspec

        with write_text(instances) as stream:
            writer = jsonlines.Writer(stream, dumps=lambda x: msgspec.json.encode(x).decode())
            writer.write_all(evaluation.instances())


def _print(report: Report, form: Format | None) -> None:
    from sacreval.report.results import render, signature_lines, wide_table
    from sacreval.report.tables import print_rich

    if form is None and sys.stdout.isatty():
        print_rich(wide_table(report.results))
        typer.echo("\n".join(signature_lines(report.results)))
    else:
        typer.echo(render(report, form or "text"), nl=False)


def make(name: str) -> Any:
    """Make the command that evaluates with one metric."""
    return command(verb_for(evaluate, metrics.get(name)), metrics.get(name), name)


app = typer.Typer(
    rich_markup_mode=None,
    cls=lazy_group(lambda: metrics, make),
    help="Score the outputs of systems: one subcommand a metric.",
    no_args_is_help=True,
)


@app.callback()
def _verb() -> None:
    """Score the outputs of systems: one subcommand a metric."""
