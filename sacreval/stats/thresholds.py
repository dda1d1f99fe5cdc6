"""Find the threshold with the largest score in weighted samples of sorted values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


class Cut(NamedTuple):
    """The best place to cut.

    Args:
        total: What it is worth, array (...).
        cut: The largest value below or at it, array (...); below all values 0, or a number
            smaller than they are.
    """

    total: Array
    cut: Array


def best_cut(values: Array, gains: Array, weights: Array, *, start: Array) -> Cut:
    """Find the cut with the largest score, the lowest of equally good ones.

    Args:
        values: Array (n,); equal ones stay on one side.
        gains: What it is worth to have each value below the cut, array (n,).
        weights: How often each is in each sample, array (..., n).
        start: What a cut below all values is worth, array (...).
    """
    import numpy as np

    order = np.argsort(values, kind="stable")
    ends = np.flatnonzero(np.concatenate([np.diff(values[order]) > 0, [True]]))
    # The sum begins with the part below all values, as in a loop: ties then round
    # alike.
    summands = np.concatenate([start[..., None], (weights * gains)[..., order]], axis=-1)
    totals = np.cumsum(summands, axis=-1)[..., ends + 1]
    places = totals.argmax(axis=-1)
    best = np.take_along_axis(totals, places[..., None], axis=-1)[..., 0]
    better = best > start
    lowest = values[order][0]
    below = 0.0 if lowest >= 0 else lowest - 1.0
    return Cut(np.where(better, best, start), np.where(better, values[order][ends][places], below))
