"""From the input options to readers and batches."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from pathlib import Path

from sacreval.construct import from_spec
from sacreval.errors import UsageError
from sacreval.files import COMPRESSIONS, STDIN, check_exists
from sacreval.reader import Reader, by_extension, readers
from sacreval.records import Batch

LINES = {".jsonl", ".ndjson", ".csv", ".tsv"}  # endings of files with a record on each line


def open_inputs(
    paths: Sequence[str],
    *,
    references: Sequence[str] | None,
    reader: str | None,
    fields: dict[str, str],
    workers: int = 1,
) -> Iterator[Batch]:
    """Choose readers and read.

    Args:
        paths: The prediction files.
        references: The files given with -r.
        reader: What --reader says.
        fields: What --map says.
        workers: Threads for the kernels.

    Raises:
        InputError: If a file is missing.
        UsageError: If the options do not go together.
    """
    from sacreval.scoring.inputs import read

    if not paths:
        raise UsageError("there is no input; name the files that hold the predictions")
    if list(paths).count("-") > 1 or ("-" in paths and "-" in (references or ())):
        raise UsageError("standard input can be read once; name it with - in one place only")
    if len({path if path == STDIN else os.path.realpath(path) for path in paths}) < len(paths):
        raise UsageError("the same file is named twice; name each system's file once")
    for path in (*paths, *(references or ())):
        check_exists(path)
    chosen = [_reader(path, tuple(references or ()), reader, fields) for path in paths]
    return read(paths, chosen, workers=workers)


def named(*lists: Sequence[str] | None) -> list[str]:
    """Put together the names of files that are read; None, as Typer has it, is none."""
    return [name for names in lists for name in names or ()]


def count(
    paths: Sequence[str], *, references: Sequence[str] | None, reader: str | None
) -> int | None:
    """Count records as far as a progress bar needs it: by lines.

    Args:
        paths: The prediction files.
        references: The files given with -r.
        reader: What --reader says.

    Returns:
        How many there are, about; None where files are compressed, piped, or not made of lines.
    """
    if reader or not all(Path(path).is_file() for path in paths):
        return None
    endings = {Path(path).suffix.lower() for path in paths}
    if endings & set(COMPRESSIONS) or not (references or endings <= LINES):
        return None
    total = 0
    for path in paths:
        with Path(path).open("rb") as stream:
            total += sum(chunk.count(b"\n") for chunk in iter(lambda: stream.read(2**20), b""))
    return total


def _reader(
    path: str, references: tuple[str, ...], spec: str | None, fields: dict[str, str]
) -> Reader:
    name = spec or ("parallel-text" if references else by_extension(path))
    made = from_spec(readers, name)
    if fields:
        made = replace(made, fields=fields)
    if references:
        if "references" not in {f.name for f in dataclass_fields(made)}:
            raise UsageError(
                f"-r goes with line-parallel text; {made.name} records hold their references "
                "themselves, drop -r or give --reader parallel-text"
            )
        made = replace(made, references=references)  # type: ignore[call-arg]
    return made
