"""Filters of an lm-eval log: whether there are several, and how rows belong to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from sacreval.errors import InputError
from sacreval.io.files import COMPRESSIONS, open_bytes
from sacreval.io.line_limit import LineLimit
from sacreval.io.lines import blocks, numbered
from sacreval.readers._lm_eval.layout import Place
from sacreval.readers._lm_eval.results import RunOfTask, filters_of

_TAIL = 2**16  # bytes of the end of a file that are read at first


_PLACE = msgspec.json.Decoder(Place)


class Layout(msgspec.Struct, frozen=True):
    """How the rows of a file belong to filters.

    Args:
        several: Whether documents occur with more than one filter.
        rounds: Names of the filters, of which the rows state none; empty where they do.
    """

    several: bool
    rounds: Sequence[str] = ()


def layout(run: RunOfTask, limit: LineLimit) -> Layout:
    """Find out whether a file has several filters, from its ends or from all its rows.

    lm-eval writes the rows of one filter after those of another, so that the first and the last row
    differ. Before 0.4.7 rows have no filter's name, and the number of rows of a document decides.

    Args:
        run: The file and what is known of it.
        limit: Largest length of a line.

    Raises:
        InputError: If documents differ in their number of rows, where these name no filter.
    """
    first, last = _ends(run.path)
    if first is not None and first.filter is not None and last is not None:
        return Layout(first.filter != last.filter)
    names, counts = _survey(run.path, limit)
    if names != {None}:
        return Layout(len(names) > 1)
    rounds = set(counts.values())
    if len(rounds) > 1:
        few, many = min(rounds), max(rounds)
        document = next(name for name, count in counts.items() if count == few)
        raise InputError(
            f"{run.path}: document {document} has {few} rows and others {many}, and they name no "
            "filter, so that they cannot be distinguished; the log may be cut, or hold two runs"
        )
    count = max(rounds, default=1)
    known = filters_of(run)
    names_of = known if len(known) == count > 1 else [f"filter {i + 1}" for i in range(count)]
    return Layout(count > 1, names_of)


def _ends(path: str) -> tuple[Place | None, Place | None]:
    """Return the first and the last row, or None where they cannot be read without the others."""
    if Path(path).suffix.lower() in COMPRESSIONS:
        return None, None
    with open_bytes(path) as stream:
        first = _row(stream.readline(_TAIL))
        size = stream.seek(0, 2)
        span = _TAIL
        while True:
            start = max(size - span, 0)
            stream.seek(start)
            lines = stream.read(span).rstrip().rpartition(b"\n")
            if lines[1] or not start:
                return first, _row(lines[2])
            span *= 4
            if span > 2**23:
                return first, None


def _row(line: bytes) -> Place | None:
    try:
        return _PLACE.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _survey(path: str, limit: LineLimit) -> tuple[set[str | None], Counter[int]]:
    """Return the names of all filters and the number of rows of each document."""
    names: set[str | None] = set()
    counts: Counter[int] = Counter()
    with open_bytes(path) as stream:
        for block in blocks(stream, path, limit):
            for _, line in numbered(block):
                if (row := _row(line)) is not None:
                    names.add(row.filter)
                    counts[row.doc_id] += 1
    return names, counts
