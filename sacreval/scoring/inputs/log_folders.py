"""Folders of logs: the files in them that are logs of other tools, and what the others are."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from warnings import warn

from sacreval.core.options.specs import split_spec
from sacreval.errors import InputError, InputNotice, shortened
from sacreval.io.formats.mtme_folders import HUMAN, METRIC
from sacreval.readers._base import readers
from sacreval.readers._beginning import beginning
from sacreval.readers._by_content import by_content
from sacreval.readers._log import LogReader
from sacreval.scoring.inputs.inputs import Place

_RECORDS = "records.jsonl"  # of a corpus that setup-dataset made
# A damaged log may not be recognised by its content: it is an error by its name, since a folder
# without it would have other scores.
_NAMES = {
    "inspect": re.compile(r".+\.eval"),
    "lm-eval": re.compile(r"samples_.+_\d{4}-\d\d-\d\dT[\d:.-]+\.jsonl(\.gz|\.zst)?"),
    "lighteval": re.compile(r"details_.+_\d{4}-\d\d-\d\dT[\d:.-]+\.parquet"),
}


def places(paths: Sequence[str], spec: str | None) -> list[Place]:
    """Replace folders of logs by the logs in them, at any depth, sorted by path.

    A folder that is one log, or that the named reader takes as a whole, stays as it is.

    Args:
        paths: The inputs.
        spec: The reader of all of them, with its options; None to choose one for each.

    Raises:
        InputError: If a folder holds no log, or a file that is named like a log and is none.

    Warns:
        InputNotice: For each folder with files that are no logs.
    """
    return [place for path in paths for place in _places(path, spec)]


def _places(path: str, spec: str | None) -> list[Place]:
    if not Path(path).is_dir() or _takes(path, spec):
        return [Place(path, spec)]
    others: list[str] = []
    logs = list(_logs(path, spec, others))
    if not logs:
        problem = "this folder holds no log of a tool whose logs are read"
        raise InputError(f"{path}: {problem}; {_instead(Path(path))}")
    if others:
        read = _counted(len(logs), "log", "is read", "are read")
        left = _counted(len(others), "other file", "is no log", "are no logs")
        shown = ", ".join(shortened(os.path.relpath(other, path)) for other in others[:3])
        warn(InputNotice(f"{path}: {read}; {left}, such as {shown}"), stacklevel=4)
    return logs


def _counted(count: int, what: str, one: str, many: str) -> str:
    return f"1 {what} {one}" if count == 1 else f"{count} {what}s {many}"


def _instead(folder: Path) -> str:
    """Return what to do with a folder of another kind."""
    if (folder / _RECORDS).is_file():
        return f"name the records in it, {folder / _RECORDS}"
    if any((folder / name).is_dir() for name in (HUMAN, METRIC)):
        return "`sacreval correlate scores` reads the scores of a folder of mt-metrics-eval"
    return "name the files in it, or their reader with --reader"


def _takes(path: str, spec: str | None) -> bool:
    """Return whether a reader takes a folder as a whole."""
    if spec is None:
        return by_content(path) is not None
    reader = readers.get(split_spec(spec)[0])
    return not issubclass(reader, LogReader) or _matches(reader, path)


def _logs(folder: str, spec: str | None, others: list[str]) -> Iterator[Place]:
    """Yield the logs in a folder; other files are added to `others`."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.startswith("."):
            continue
        if (reader := _reader(entry.path, spec)) is not None:
            if _is_refused(entry.path, reader):
                others.append(entry.path)
            elif not _is_part(entry.path, reader):
                yield Place(entry.path, reader)
        elif entry.is_dir():
            if not entry.is_symlink():  # which may lead back
                yield from _logs(entry.path, spec, others)
        else:
            _check_no_log(entry.path, spec)
            others.append(entry.path)


def _check_no_log(path: str, spec: str | None) -> None:
    """Check that a file that no reader takes is not named like a log, which would be damaged."""
    for reader, names in _NAMES.items():
        wanted = spec is None or split_spec(spec)[0] == reader
        if wanted and names.fullmatch(Path(path).name):
            raise InputError(
                f"{path}: this file is named like a log of {reader}, but does not hold one; copy "
                "it again, or move it out of the folder"
            )


def _reader(path: str, spec: str | None) -> str | None:
    """Return the reader of a log; None for what is none, or none of the named reader."""
    if spec is None:
        return by_content(path)
    reader = readers.get(split_spec(spec)[0])
    return spec if issubclass(reader, LogReader) and _matches(reader, path) else None


def _is_part(path: str, spec: str) -> bool:
    reader = readers.get(split_spec(spec)[0])
    return issubclass(reader, LogReader) and reader.is_part(path)


def _is_refused(path: str, spec: str) -> bool:
    """Return whether a reader refuses what is not read with a log beside it either."""
    reader = readers.get(split_spec(spec)[0])
    return issubclass(reader, LogReader) and reader.is_refused(path) and not reader.is_part(path)


def _matches(reader: type[LogReader], path: str) -> bool:
    start = beginning(path)
    return start is not None and reader.matches(start)
