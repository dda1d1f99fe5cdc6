"""Relevance judgments (qrels) of TREC, in four columns, and of BEIR, in three with a header."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from sacreval.errors import InputError
from sacreval.io.files import STDIN, open_bytes
from sacreval.readers._trec.cells import rows, shown
from sacreval.readers._trec.recognition import BEIR_HEADER, QRELS, is_run

_SHORT = 3  # columns: topic, document, relevance
_FORM = "topic, iteration, document and relevance, or topic, document and relevance"
Grades = dict[str, float]  # relevance, a whole number, by document


class Qrels(NamedTuple):
    """Relevance judgments.

    Args:
        path: Their file.
        topics: Topic to its judgments, in the order of the file.
    """

    path: str
    topics: dict[str, Grades]


def read_qrels(path: str) -> Qrels:
    """Read relevance judgments; the file that was read last is not read again for each run.

    Args:
        path: The file; `-` is standard input.

    Raises:
        InputError: If a line is malformed, or a document is judged twice for a topic.
    """
    if path == STDIN or not Path(path).is_file():
        return _read(path)
    state = Path(path).stat()
    return _unchanged(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=1)
def _unchanged(path: str, _changed: int, _size: int) -> Qrels:
    return _read(path)


def _read(path: str) -> Qrels:
    topics: dict[str, Grades] = {}
    width = 0
    with open_bytes(path) as stream:
        for number, cells in rows(stream, path):
            if not width and cells == BEIR_HEADER:
                width = _SHORT
                continue
            if len(cells) != width:
                width = _checked_width(cells, width, f"{path}:{number}")
            topic, document = cells[0].decode(), cells[-2].decode()
            grades = topics.setdefault(topic, {})
            if document in grades:
                raise InputError(
                    f"{path}:{number}: the document '{shown(cells[-2])}' of topic "
                    f"'{shown(cells[0])}' is judged in an earlier line too; keep one"
                )
            grades[document] = _grade(cells[-1], f"{path}:{number}")
    if not topics:
        raise InputError(f"{path}: this file has no relevance judgments; give one line for each")
    return Qrels(path, topics)


def _checked_width(cells: list[bytes], width: int, where: str) -> int:
    """Return the number of columns of the first line, which all others have too."""
    if not width and len(cells) in {_SHORT, QRELS}:
        return len(cells)
    if not width and is_run(b" ".join(cells) + b"\n"):
        raise InputError(
            f"{where}: this is a run, not relevance judgments; give the run as an input, and the "
            "judgments by -r"
        )
    raise InputError(
        f"{where}: {len(cells)} columns, but a line of relevance judgments has "
        f"{width or f'{QRELS} or {_SHORT}'}: {_FORM}; correct the line"
    )


def _grade(cell: bytes, where: str) -> int:
    try:
        if b"_" not in cell and (value := float(cell)).is_integer():
            return int(value)
    except ValueError:
        pass
    raise InputError(
        f"{where}: the relevance '{shown(cell)}' is not a whole number; a line is {_FORM}"
    )
