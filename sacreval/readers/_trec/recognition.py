"""Recognition of TREC runs and of relevance judgments by the first lines of a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite

from sacreval.io.lines import BOM

RUN = 6  # columns: topic, Q0, document, rank, score, tag
SHORT_RUN = 3  # columns of MS MARCO: topic, document, rank
QRELS = 4  # columns: topic, iteration, document, relevance
BEIR_HEADER = [b"query-id", b"corpus-id", b"score"]
_LOOKED_AT = 10  # lines
_LONGEST = 2**13  # bytes of them
_Q0 = (b"q0", b"0")
Cells = Sequence[bytes]


def is_run(start: bytes) -> bool:
    """Return whether a file begins with a line of a TREC run: six columns, of which one is Q0.

    Args:
        start: The first bytes of the file.
    """
    return _all(start, _is_ranked_document, most=1)


def is_short_run(start: bytes) -> bool:
    """Return whether a file begins with lines of a run of MS MARCO: topic, document and rank."""
    return _all(start, _is_short_line)


def is_qrels(start: bytes) -> bool:
    """Return whether a file begins with relevance judgments of TREC, or with BEIR's header."""
    first = start[:_LONGEST].removeprefix(BOM).lstrip().split(b"\n", 1)[0]
    return first.split() == BEIR_HEADER or _all(start, _is_judgment)


def _all(start: bytes, right: Callable[[Cells], bool], most: int = _LOOKED_AT) -> bool:
    """Return whether the first lines that are not blank are of a form, and there are any."""
    whole = start[:_LONGEST].removeprefix(BOM).lstrip().split(b"\n", most)
    if len(whole) > 1:
        whole.pop()  # it is empty, or cut
    rows = [cells for line in whole if (cells := line.split())]
    return bool(rows) and all(map(right, rows))


def _is_ranked_document(cells: Cells) -> bool:
    return (
        len(cells) == RUN
        and cells[1].lower() in _Q0
        and _is_integer(cells[3])
        and _is_number(cells[4])
    )


def _is_short_line(cells: Cells) -> bool:
    return len(cells) == SHORT_RUN and cells[2].isdigit()


def _is_judgment(cells: Cells) -> bool:
    return (
        len(cells) == QRELS
        and cells[1].lower() in _Q0  # else four numbers could be a text
        and _is_integer(cells[3])
    )


def _is_integer(cell: bytes) -> bool:
    return cell.removeprefix(b"-").isdigit()


def _is_number(cell: bytes) -> bool:
    try:
        return isfinite(float(cell))
    except ValueError:
        return False
