"""`sacreval report RESULT… -o report.html`: results as a web page or as Markdown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import (
    Base,
    Force,
    JoinFile,
    JoinOn,
    Map,
    Quiet,
    ReaderName,
    References,
    Sources,
)
from sacreval.cli.options.option_values import source_of
from sacreval.cli.options.statistics_options import ResampleBy
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sacreval.core.records import Batch
    from sacreval.features.compare.compare_runs import PairedTests
    from sacreval.features.compare.result import Settings
    from sacreval.features.page.content import Content
    from sacreval.features.page.other_results import OtherResult
    from sacreval.features.page.records.source_records import SourceRecords
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.inputs.source import Source
    from sacreval.scoring.result_files import Runs


def report(
    results: Annotated[
        list[Path],
        typer.Argument(
            metavar="RESULT.json",
            help="Files written by `sacreval evaluate -o result.json --instances scores.jsonl`; "
            "several are shown side by side. One of `compare` or `correlate` is shown with its "
            "tables.",
        ),
    ],
    *,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "-o",
            "--output",
            metavar="REPORT.html",
            help="The file to write: .html, a page in which all records can be searched; .md, "
            "Markdown with figures as SVG files beside it and the worst and best records. Repeat "
            "it.",
        ),
    ] = None,
    serve: Annotated[
        bool,
        typer.Option(
            "--serve",
            help="Show the page to browsers of this machine until Ctrl-C; it asks for scores and "
            "texts when it shows them: for results that are too large for one file.",
        ),
    ] = False,
    port: Annotated[
        int,
        typer.Option(metavar="PORT", help="The port of --serve; by default any that is free."),
    ] = 0,
    inputs: Annotated[
        list[str] | None,
        typer.Option(
            "--inputs",
            metavar="FILE",
            help="Prediction file of the results, to show texts with marked matches; repeat it. "
            "It is checked by the hash in the signatures.",
        ),
    ] = None,
    references: References = None,
    sources: Sources = None,
    reader: ReaderName = None,
    map_: Map = None,
    join: JoinFile = None,
    on: JoinOn = None,
    base: Base = None,
    baseline: Annotated[
        Path | None,
        typer.Option(metavar="RESULT.json", help="An earlier run, to show what has changed."),
    ] = None,
    baseline_inputs: Annotated[
        list[str] | None,
        typer.Option(
            "--baseline-inputs",
            metavar="FILE",
            help="Prediction file of the --baseline, read as --inputs are, to show the outputs of "
            "the records that changed most, then and now; repeat it.",
        ),
    ] = None,
    resample_by: ResampleBy = None,
    dataset: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Data set of the results, to show distributions, tests and records; by default a "
            "table of all.",
        ),
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write results as a page that needs no network: tables, tests, figures and records.

    Distributions, tests and records are computed from the scores of records that `evaluate
    --instances` wrote; the page and standard error list what is missing.
    """
    from sacreval.features.page.report_files import check, size, written

    _check_results(results, inputs)
    _check_ways(output, port, serve=serve)
    if (other := _other(results)) is not None:
        texts = (inputs, references, sources, reader, map_, join, on, baseline_inputs)
        alone = not any((*texts, base, baseline, resample_by, dataset))
        _write_other(other, results, output or [], force=force, quiet=quiet, alone=alone)
        return
    if baseline_inputs and not (baseline and inputs):
        raise UsageError("--baseline-inputs are shown beside --inputs, with --baseline; give both")
    source = _source(inputs, references, reader, map_, sources=sources, join=join, on=on)
    earlier = (
        _source(baseline_inputs, references, reader, map_, sources=sources, join=join, on=on)
        if baseline_inputs
        else None
    )
    read = [*map(str, results), *(path for s in (source, earlier) if s for path in s.files())]
    output = output or []
    check(output, force=force, inputs=read)
    opened = source.batches() if source else None
    content = _content(
        results, opened, earlier, base=base, baseline=baseline, unit=resample_by, dataset=dataset
    )
    for text in written(content, output, force=force, inputs=read):
        notice(text, quiet=quiet)
    for path in output:
        notice(f"{path}: {size(path.stat().st_size)}", quiet=quiet)
    if serve:
        from sacreval.features.page.report_server import serve as serve_until_stopped

        serve_until_stopped(content, port, lambda text: typer.echo(f"{text}\nend with Ctrl-C"))


def _check_ways(output: list[Path] | None, port: int, *, serve: bool) -> None:
    """Check that the report is written or served, and the port."""
    from sacreval.features.page.report_server import check_port

    if not output and not serve:
        raise UsageError("give a file to write with -o REPORT.html, or --serve to show the page")
    if port and not serve:
        raise UsageError("--port is that of --serve; give that too")
    check_port(port)


def _check_results(results: Sequence[Path], inputs: Sequence[str] | None) -> None:
    for path in results if inputs else ():
        if path.suffix.lower() != ".json":
            raise UsageError(f"{path}: this is no result; if it is an input, repeat --inputs")
    if len({path.resolve() for path in results}) < len(results):
        raise UsageError("the same result file is named twice; name each once")


def _other(results: Sequence[Path]) -> OtherResult | None:
    """Read a comparison or correlations; None for results with scores of systems."""
    from sacreval.features.compare.result import ComparisonReport
    from sacreval.features.compare.sets.result import SetReport
    from sacreval.features.correlate.tables.correlation_files import check
    from sacreval.features.page.other_results import (
        of_comparison,
        of_correlations,
        of_sets,
        read_other,
    )

    match next(filter(None, (read_other(path, check) for path in results)), None):
        case ComparisonReport() as found:
            return of_comparison(found)
        case SetReport() as found:
            return of_sets(found)
        case dict() as found:
            return of_correlations(found)
    return None


def _write_other(
    other: OtherResult,
    results: Sequence[Path],
    output: Sequence[Path],
    *,
    force: bool,
    quiet: bool,
    alone: bool,
) -> None:
    """Write the report of a comparison or of correlations, which takes no other option."""
    from sacreval.features.page.report_files import check, size, write_other

    if len(results) > 1 or not alone or not output:
        raise UsageError(
            f"{results[0]}: a result of compare or correlate is shown alone, as in `sacreval "
            f"report {results[0]} -o REPORT.html`; name results of evaluate for the rest"
        )
    check(output, force=force, inputs=[str(results[0])])
    write_other(other, output)
    for path in output:
        notice(f"{path}: {size(path.stat().st_size)}", quiet=quiet)


def _source(
    inputs: list[str] | None,
    references: list[str] | None,
    reader: str | None,
    map_: list[str] | None,
    *,
    sources: list[str] | None,
    join: str | None,
    on: str | None,
) -> Source | None:
    """Return the files that --inputs names; None without them."""
    if inputs:
        return source_of(inputs, references, reader, map_, sources=sources, join=join, on=on)
    if references or sources or reader or map_ or join or on:
        raise UsageError("-r, --sources, --reader, --map and --join apply to --inputs; give it too")
    return None


def _content(
    results: Sequence[Path],
    opened: Iterable[Batch] | None,
    earlier: Source | None,
    *,
    base: str | None,
    baseline: Path | None,
    unit: str | None,
    dataset: str | None,
) -> Content:
    """Read and test the results that the page shows."""
    from sacreval.features.compare.compare_runs import between_systems, find_run_unit, tested_pairs
    from sacreval.features.compare.result import Settings
    from sacreval.features.page.content import CELLS, Content
    from sacreval.report.data_set_tables import has_sets
    from sacreval.scoring import result_files

    runs = result_files.read_runs(results, dataset)
    before = None if baseline is None else result_files.read_runs([baseline], dataset)
    if has_sets(runs.results):
        if opened is not None or baseline is not None:
            raise UsageError(
                "--inputs and --baseline are of one data set; name it with --dataset NAME"
            )
        return Content(results=runs.results, gates=runs.gates, notices=runs.notices)
    entries, unavailable = result_files.entries(runs.overall)
    chosen = find_run_unit(tested_pairs(runs, base, before), unit)
    settings = Settings(unit=chosen.unit, show=3)
    testable = {name: entry for name, entry in entries.items() if entry.metric.name != CELLS}
    between = between_systems(runs, testable, base, settings)
    texts, missing = _texts(opened, runs, entries)
    texts_before, gone = _texts_before(earlier, before, texts)
    changes = _since(baseline, runs, testable, before, settings)
    notices = [*unavailable, *between.notices, *missing, *gone, *changes.notices, *chosen.notices]
    return Content(
        results=runs.results,
        entries=[*entries.values()],
        gates=runs.gates,
        instances=result_files.instances(runs.records),
        records=runs.records,
        texts=texts,
        comparisons=between.comparisons,
        standings=between.standings,
        before=[] if before is None else before.overall,
        texts_before=texts_before,
        changes=changes.comparisons,
        settings=settings,
        notices=[*runs.notices, *notices],
    )


def _texts(
    opened: Iterable[Batch] | None, runs: Runs, entries: dict[str, Entry]
) -> tuple[SourceRecords, list[str]]:
    from sacreval.features.page.records.source_records import read_source_records

    if opened is None:
        return {}, ["no texts: give the files of the predictions with --inputs to show them here"]
    return read_source_records(opened, runs.overall, entries)


def _texts_before(
    earlier: Source | None, before: Runs | None, texts: SourceRecords
) -> tuple[SourceRecords, list[str]]:
    """Read the records of the baseline, and check that they are the ones it was computed on."""
    from sacreval.features.page.records.source_records import read_source_records
    from sacreval.scoring.result_files import entries

    option = "--baseline-inputs"
    if before is None or earlier is None:
        text = f"no texts of the baseline: give the files of its predictions with {option}"
        return {}, [text] if texts and before is not None else []
    by_name, _ = entries(before.overall)
    return read_source_records(earlier.batches(), before.overall, by_name, option)


def _since(
    baseline: Path | None,
    runs: Runs,
    entries: dict[str, Entry],
    before: Runs | None,
    settings: Settings,
) -> PairedTests:
    from sacreval.features.compare.compare_runs import PairedTests, since_baseline

    if before is None or baseline is None:
        return PairedTests(settings, [], [], [])
    tested = since_baseline(runs, entries, before, settings)
    notices = [f"{baseline.name}: {text}" for text in (*before.notices, *tested.notices)]
    return replace(tested, notices=notices)
