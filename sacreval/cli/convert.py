"""`sacreval convert INPUT…`: conversion of files of any reader to JSONL records."""

from __future__ import annotations

from typing import Annotated

import typer

from sacreval.cli.common_options import (
    Force,
    Map,
    Quiet,
    RecordsFile,
    References,
    notice,
    source_of,
)


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
    output: RecordsFile = None,
    references: References = None,
    map_: Map = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Read files with a reader, and write the records as JSONL."""
    from sacreval.cli.output import write_records
    from sacreval.io.files import check_writable
    from sacreval.recipes.write import named

    source = source_of(inputs, references, reader, map_)
    if output is not None:
        check_writable(output, force=force, inputs=source.files())
    count = write_records(named(source.batches()), output)
    if output is not None:
        notice(f"{output}: {count} records", quiet=quiet)
