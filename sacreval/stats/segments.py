"""Segments: rows `starts[i]` to `starts[i + 1] - 1` of an array belong to instance i."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


class Others(NamedTuple):
    """For every row of a segmented array, the other rows of its segment.

    Args:
        rows: Row numbers, segment after segment.
        starts: Offsets into `rows`, one segment for every original row.
    """

    rows: Array
    starts: Array


def offsets(counts: Iterable[int]) -> Array:
    """Return the offsets (n + 1,) of segments with these numbers of rows."""
    import numpy as np

    return np.cumsum([0, *counts])


def first_best(scores: Array, starts: Array) -> Array:
    """Find the first row with the largest score in every segment.

    Args:
        scores: Array (p,).
        starts: Offsets (n + 1,); no segment is empty.

    Returns:
        Row numbers, array (n,).
    """
    import numpy as np

    best = np.maximum.reduceat(scores, starts[:-1])
    is_best = scores == np.repeat(best, np.diff(starts))
    rows = np.where(is_best, np.arange(len(scores)), len(scores))
    return np.minimum.reduceat(rows, starts[:-1])


def sums(rows: Array, starts: Array) -> Array:
    """Add up the rows of every segment.

    Args:
        rows: Array (p, ...).
        starts: Offsets (n + 1,); no segment is empty.

    Returns:
        Array (n, ...).
    """
    import numpy as np

    return np.add.reduceat(rows, starts[:-1], axis=0)


def sums_in_order(rows: Array, starts: Array) -> Array:
    """Add up the rows of every segment from first to last, so that rounding is always the same.

    `sums` leaves the order to NumPy, which chooses it by the shape of the array.

    Args:
        rows: Array (p, ...).
        starts: Offsets (n + 1,); no segment is empty.

    Returns:
        Array (n, ...).
    """
    import numpy as np

    firsts, counts = starts[:-1], np.diff(starts)
    totals = rows[firsts].copy()
    for k in range(1, int(counts.max(initial=0))):
        more = counts > k
        totals[more] += rows[firsts[more] + k]
    return totals


def others(starts: Array) -> Others:
    """List, for every row, the other rows of its segment in order.

    Args:
        starts: Offsets (n + 1,).
    """
    import numpy as np

    sizes = np.diff(starts)
    return _others(np.repeat(starts[:-1], sizes), np.repeat(sizes - 1, sizes), 0)


def others_in_blocks(starts: Array, most: int = 1 << 20) -> Iterator[Others]:
    """List the same for some rows after the other, since a segment of m rows has m (m - 1) others.

    Args:
        starts: Offsets (n + 1,).
        most: Largest number of row numbers at a time, if one row has no more.
    """
    import numpy as np

    sizes = np.diff(starts)
    first, rest = np.repeat(starts[:-1], sizes), np.repeat(sizes - 1, sizes)
    ends = np.cumsum(rest)
    begin = 0
    while begin < len(rest):
        before = ends[begin] - rest[begin]
        end = max(begin + 1, int(np.searchsorted(ends, before + most, side="right")))
        yield _others(first[begin:end], rest[begin:end], begin)
        begin = end


def _others(first: Array, rest: Array, begin: int) -> Others:
    import numpy as np

    offsets = np.concatenate([[0], np.cumsum(rest)])
    left_out = np.repeat(np.arange(begin, begin + len(rest)), rest)
    row = np.repeat(first, rest) + np.arange(offsets[-1]) - np.repeat(offsets[:-1], rest)
    return Others(row + (row >= left_out), offsets)
