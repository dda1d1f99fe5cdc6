"""`sacreval convert INPUT…`: conversion of files and logs of any reader to JSONL records."""

from __future__ import annotations

from typing import Annotated

import typer

from sacreval.cli.common_options import (
    Force,
    JoinFile,
    JoinOn,
    Map,
    Quiet,
    ReaderName,
    RecordsFile,
    References,
)
from sacreval.cli.notices import notice
from sacreval.cli.option_values import source_of


def convert(
    *,
    inputs: Annotated[
        list[str],
        typer.Argument(metavar="INPUT...", help="Files, logs of other tools, or folders of logs."),
    ],
    reader: ReaderName = None,
    output: RecordsFile = None,
    references: References = None,
    map_: Map = None,
    join: JoinFile = None,
    on: JoinOn = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Read files or logs of other tools, and write the records as JSONL."""
    from sacreval.cli.output import write_records
    from sacreval.io.files import check_writable
    from sacreval.recipes.write import named

    source = source_of(inputs, references, reader, map_, join=join, on=on)
    if output is not None:
        check_writable(output, force=force, inputs=source.files())
    count = write_records(named(source.batches()), output)
    if output is not None:
        notice(f"{output}: {count} records", quiet=quiet)
