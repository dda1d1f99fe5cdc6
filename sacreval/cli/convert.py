"""`sacreval convert INPUT…`: conversion of files of any reader to JSONL records."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from sacreval.cli.common_options import Force, Map, Quiet, References, notice, source_of


def convert(
    *,
    inputs: Annotated[
        list[str],
        typer.Argument(metavar="INPUT...", help="Files, or folders if the reader accepts them."),
    ],
    reader: Annotated[
        str,
        typer.Option(
            help="A name of `sacreval list readers`, with options as JSON in braces, as in "
            '\'mtme{"pair": "en-de"}\'.'
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.jsonl",
            help="File to write; by default standard output.",
        ),
    ] = None,
    references: References = None,
    map_: Map = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Read files with a reader, and write the records as JSONL."""
    from sacreval.io.files import check_writable, write_text

    source = source_of(inputs, references, reader, map_)
    if output is not None:
        check_writable(output, force=force, inputs=source.files())
    batches = source.batches()
    if output is None:
        for line in _lines(batches):
            sys.stdout.write(line)
        return
    count = 0
    with write_text(output) as stream:
        for line in _lines(batches):
            stream.write(line)
            count += 1
    notice(f"{output}: {count} records", quiet=quiet)


def _lines(batches: Iterator[object]) -> Iterator[str]:
    import msgspec

    from sacreval.recipes.write import named

    for instance in named(batches):  # type: ignore[arg-type]
        yield msgspec.json.encode(instance).decode() + "\n"
