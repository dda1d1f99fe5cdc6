"""`sacreval convert INPUT…`: conversion of files and logs of any reader to JSONL records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import (
    Force,
    JoinFile,
    JoinOn,
    Map,
    Quiet,
    ReaderName,
    RecordsFile,
    References,
    Sources,
)
from sacreval.cli.options.option_values import source_of
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.scoring.inputs.source import Source


def convert(
    *,
    inputs: Annotated[
        list[str],
        typer.Argument(metavar="INPUT...", help="Files, logs of other tools, or folders of logs."),
    ],
    reader: ReaderName = None,
    output: RecordsFile = None,
    references: References = None,
    sources: Sources = None,
    map_: Map = None,
    join: JoinFile = None,
    on: JoinOn = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Write no records, but what they hold, which metrics can score them and why "
            "others cannot; every line of JSONL that is no record is named, and the exit code "
            "is 2.",
        ),
    ] = False,
    form: Annotated[
        Literal["text", "json"] | None,
        typer.Option("--format", help="With --check: the output format; by default tables."),
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Read files or logs of other tools, and write the records as JSONL, or check them."""
    from sacreval.cli.output import write_records
    from sacreval.core.records import named
    from sacreval.io.files import check_writable

    source = source_of(inputs, references, reader, map_, sources=sources, join=join, on=on)
    if check:
        if output is not None:
            raise UsageError("--check writes no records; drop -o, or convert without --check")
        _check(source, form)
        return
    if form is not None:
        raise UsageError("--format is the format of --check; give --check, or drop --format")
    if output is not None:
        check_writable(output, force=force, inputs=source.files())
    count = write_records(named(source.batches()), output)
    if output is not None:
        notice(f"{output}: {count} records", quiet=quiet)


def _check(source: Source, form: str | None) -> None:
    """Print what the records hold."""
    from sacreval.features.check.record_check import WrongRecordsError, check
    from sacreval.features.check.result import render

    try:
        report = check(source)
    except WrongRecordsError as error:
        for fault in error.faults:
            notice(fault)
        raise
    typer.echo(render(report, form), nl=False)
