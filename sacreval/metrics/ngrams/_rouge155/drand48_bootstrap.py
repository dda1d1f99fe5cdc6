"""The bootstrap of ROUGE-1.5.5: resamples seeded 0, 1, 2, ... of POSIX's drand48.

Source: ROUGE-1.5.5 (Lin 2004); drand48 as POSIX defines it, which Perl uses on all systems.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_MULTIPLIER, _INCREMENT, _LOW = 0x5DEECE66D, 0xB, 0x330E
_BITS = 48
_CELLS = 1 << 17  # numbers drawn, or added, at a time


class Averages(NamedTuple):
    """What the script prints of each statistic.

    Args:
        average: Mean of the resampled statistics, array (k,).
        low: Lower bound, array (k,).
        high: Upper bound, array (k,).
    """

    average: Array
    low: Array
    high: Array


def resampled_sums(rows: Array, resamples: int) -> Array:
    """Add up the rows of every resample, in the order in which they are drawn."""
    import numpy as np

    n, k = rows.shape
    sums = np.zeros((resamples, k))
    step = max(1, _CELLS // max(n, k))
    for start in range(0, resamples, step):
        stop = min(start + step, resamples)
        part = sums[start:stop]
        drawn_rows = np.empty_like(part)
        for drawn in _draws(n, start, stop):
            np.take(rows, drawn, axis=0, out=drawn_rows, mode="clip")  # unbuffered, unlike "raise"
            part += drawn_rows
    return sums


@lru_cache(maxsize=16)
def _draws(n: int, start: int, stop: int) -> Array:
    """Return the records that resamples draw, array (n, stop - start): one row for each draw."""
    import numpy as np

    state = np.arange(start, stop, dtype=np.uint64) << np.uint64(16)
    state += np.uint64(_LOW)
    draws = np.empty((n, stop - start), dtype=np.int64)
    for draw in draws:
        state = state * np.uint64(_MULTIPLIER) + np.uint64(_INCREMENT)
        state &= np.uint64((1 << _BITS) - 1)
        draw[:] = state / 2.0**_BITS * n
    return draws


def averages(replicates: Array, percent: float) -> Averages:
    """Return means and bounds of resampled statistics.

    Args:
        replicates: Array (resamples, k).
        percent: Confidence level, from 0 to 100.

    Returns:
        The mean of the sorted numbers, and the script's interpolated order statistics, of which
        the lower one has the fraction of the upper one, and one past the end counts as 0.
    """
    import numpy as np

    ordered = np.sort(replicates, axis=0)
    r = len(ordered)
    tail = r * ((100 - percent) / 2) / 100
    upper, lower = int(r - tail - 1), int(tail)
    fraction = r - tail - 1 - upper
    padded = np.vstack([ordered, np.zeros((2, ordered.shape[1]))])

    def bound(k: int) -> Array:
        between: Array = padded[k] + (padded[k + 1] - padded[k]) * fraction
        return between

    mean = np.cumsum(ordered, axis=0)[-1] / r
    same = ordered[0] == ordered[-1]  # whose mean has no rounding error
    return Averages(np.where(same, ordered[0], mean), bound(lower), bound(upper))
