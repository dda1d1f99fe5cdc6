"""From the input options to readers and batches."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sacreval.core.records import Batch
from sacreval.core.specs import split_spec
from sacreval.errors import UsageError
from sacreval.io.files import COMPRESSIONS, STDIN, check_exists
from sacreval.scoring.reader_choice import reader_of

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
    beside = tuple(references or ())
    chosen = [reader_of(p, references=beside, spec=reader, fields=fields) for p in paths]
    return read(paths, chosen, workers=workers)


def files_read(
    paths: Sequence[str] | None, *, references: Sequence[str] | None, reader: str | None
) -> list[str]:
    """List what a run reads, so that no output replaces it.

    Args:
        paths: The prediction files, if any.
        references: The files given with -r.
        reader: What --reader says; any text among its options may be a file.

    Raises:
        UsageError: If --reader cannot be read.
    """
    _, options = split_spec(reader or "")
    return [*(paths or ()), *(references or ()), *_texts(options)]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(one)


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
