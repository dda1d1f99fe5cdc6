"""`sacreval report RESULT… -o report.html`: results as a page for people."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.common_options import (
    Base,
    Force,
    Map,
    Quiet,
    ReaderName,
    References,
    notice,
    source_of,
)
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sacreval.core.comparisons import Settings
    from sacreval.core.records import Batch
    from sacreval.core.results import Result
    from sacreval.report.html.content import Content
    from sacreval.scoring.compare_runs import Contrasts
    from sacreval.scoring.result_files import Runs
    from sacreval.scoring.run_metrics import Entry
    from sacreval.scoring.source import Source
    from sacreval.scoring.source_records import Origins

ENDINGS = (".html", ".htm")


def report(
    results: Annotated[
        list[Path],
        typer.Argument(
            metavar="RESULT.json",
            help="What `sacreval evaluate -o result.json --instances scores.jsonl` wrote; several "
            "are shown side by side.",
        ),
    ],
    *,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="REPORT.html", help="The page to write.")
    ],
    inputs: Annotated[
        list[str] | None,
        typer.Option(
            "--inputs",
            metavar="FILE",
            help="A prediction file that the results were made from, for texts with what matched "
            "in them; repeat it. They are checked by the hash in the signatures.",
        ),
    ] = None,
    references: References = None,
    reader: ReaderName = None,
    map_: Map = None,
    base: Base = None,
    baseline: Annotated[
        Path | None,
        typer.Option(metavar="RESULT.json", help="An earlier run: what has changed since?"),
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write results as one page that needs no network: tables, tests, figures and records.

    Distributions, tests and records come from the scores of records that `evaluate --instances`
    wrote beside a result; what is missing is said on the page and on standard error.
    """
    from sacreval.io.files import check_writable, write_text
    from sacreval.report.html.page import page

    _check_names(output, results)
    source = _source(inputs, references, reader, map_)
    read = source.files() if source else []
    check_writable(output, force=force, inputs=[*map(str, results), *read])
    opened = source.batches() if source else None
    made = page(_content(results, opened, base=base, baseline=baseline))
    with write_text(output) as stream:
        stream.write(made.text)
    for text in made.notices:
        notice(text, quiet=quiet)


def _check_names(output: Path, results: Sequence[Path]) -> None:
    if output.suffix.lower() not in ENDINGS:
        raise UsageError(f"{output}: a report is a web page; let its name end in .html")
    if len({path.resolve() for path in results}) < len(results):
        raise UsageError("the same result file is named twice; name each once")


def _source(
    inputs: list[str] | None,
    references: list[str] | None,
    reader: str | None,
    map_: list[str] | None,
) -> Source | None:
    """Return the files that --inputs names; None without them."""
    if inputs:
        return source_of(inputs, references, reader, map_)
    if references or reader or map_:
        raise UsageError("-r, --reader and --map say how --inputs are read; give these too")
    return None


def _content(
    results: Sequence[Path],
    opened: Iterable[Batch] | None,
    *,
    base: str | None,
    baseline: Path | None,
) -> Content:
    """Read all that the page tells, and test it."""
    from sacreval.core.comparisons import Settings
    from sacreval.report.html.content import CELLS, Content, NamedMetric
    from sacreval.scoring import result_files as of_runs
    from sacreval.scoring.compare_runs import between_systems

    runs = of_runs.read_runs(results)
    entries, unmade = of_runs.entries(runs.overall)
    settings = Settings()
    tested = {name: one for name, one in entries.items() if one.metric.name != CELLS}
    between = between_systems(runs, tested, base, settings)
    texts, untold = _texts(opened, runs, entries)
    earlier, changes = _since(baseline, runs, tested, settings)
    return Content(
        results=runs.results,
        made=[NamedMetric(entry.metric, entry.alias) for entry in entries.values()],
        gates=runs.gates,
        instances=of_runs.instances(runs.records),
        records=runs.records,
        texts=texts,
        comparisons=between.comparisons,
        standings=between.standings,
        before=earlier,
        changes=changes.comparisons,
        settings=settings,
        notices=[*runs.notices, *unmade, *between.notices, *untold, *changes.notices],
    )


def _texts(
    opened: Iterable[Batch] | None, runs: Runs, entries: dict[str, Entry]
) -> tuple[Origins, list[str]]:
    from sacreval.scoring.source_records import read_origins

    if opened is None:
        return {}, ["no texts: give the files of the predictions with --inputs to read them here"]
    return read_origins(opened, runs.overall, entries)


def _since(
    baseline: Path | None, runs: Runs, entries: dict[str, Entry], settings: Settings
) -> tuple[list[Result], Contrasts]:
    from sacreval.scoring.compare_runs import Contrasts, since_baseline
    from sacreval.scoring.result_files import read_runs

    if baseline is None:
        return [], Contrasts(settings, [], [], [])
    earlier = read_runs([baseline])
    found = since_baseline(runs, entries, earlier, settings)
    said = [f"{baseline.name}: {text}" for text in (*earlier.notices, *found.notices)]
    return earlier.overall, replace(found, notices=said)
