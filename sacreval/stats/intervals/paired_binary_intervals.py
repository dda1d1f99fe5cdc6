"""Interval of the difference of two shares on the same records: two systems, right or wrong.

The difference is the share of records that A gets right less the share that B does, so that it
depends on the records that only one of both gets right.
"""

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.checks import counts
from sacreval.stats.intervals.bounds import Bounds, last_inside, z_quantile


def tango(
    only_a: npt.ArrayLike, only_b: npt.ArrayLike, n: npt.ArrayLike, confidence: float = 0.95
) -> Bounds:
    """Compute Tango's score interval: all differences that his score test does not reject.

    It has a width for every table, also where both are right throughout.

    Args:
        only_a: Counts of records that only A gets right, shape (...).
        only_b: Counts of records that only B gets right.
        n: Counts of all records.
        confidence: In (0, 1).

    Returns:
        Shape (...), within [-1, 1]; [-1, 1] where n is 0.

    Raises:
        InputError: If a count is NaN, not whole, below 0, or both together are above n.

    Source: Tango (1998).
    """
    return tango_bounds(*_discordant(only_a, only_b, n), z_quantile(confidence))


def tango_bounds(b: Floats, c: Floats, n: Floats, reach: npt.ArrayLike) -> Bounds:
    """Compute Tango's ends for counts that need not be whole, such as effective numbers of records.

    Args:
        b: Records that only A gets right, shape (...).
        c: Records that only B gets right, shape (...).
        n: All records, at least b + c, shape (...).
        reach: How many standard errors the interval reaches to either side, above 0.

    Returns:
        Shape (...), within [-1, 1].
    """
    squared = np.asarray(reach, dtype=np.float64) ** 2

    def accepted(delta: Floats) -> Bools:
        inside: Bools = (b - c - n * delta) ** 2 <= squared * n * _variance(b, c, n, delta)
        return inside

    observed = (b - c) / np.where(n > 0, n, 1)
    ends = (last_inside(accepted, observed, np.full(observed.shape, end)) for end in (-1.0, 1.0))
    return Bounds(*ends)


def _discordant(
    only_a: npt.ArrayLike, only_b: npt.ArrayLike, n: npt.ArrayLike
) -> tuple[Floats, Floats, Floats]:
    parts = np.broadcast_arrays(only_a, only_b, n)
    b, _ = counts(parts[0], n, "records that only A gets right")
    c, _ = counts(parts[1], n, "records that only B gets right")
    _, total = counts(b + c, n, "records that one of both gets right")
    return b, c, total


def _variance(b: Floats, c: Floats, n: Floats, delta: Floats) -> Floats:
    """Variance of one record's difference, by the likeliest shares that differ by delta."""
    half = 2 * n * delta - b - c - (b - c) * delta
    root = np.sqrt(np.maximum(half**2 + 8 * n * c * delta * (1 - delta), 0))
    share = np.maximum((root - half) / np.where(n > 0, 4 * n, 1), np.maximum(-delta, 0))
    variance: Floats = np.maximum(2 * share + delta * (1 - delta), 0)
    return variance
