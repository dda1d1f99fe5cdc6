"""Intervals of the difference of two shares on the same records: two systems, right or wrong.

The difference is the share of records that A gets right less the share that B does, so that it
depends on the records that only one of both gets right.
"""

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.checks import counts
from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.intervals.bisection import last_inside
from sacreval.stats.intervals.bounds import Bounds, z_quantile


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
        found: Bools = (b - c - n * delta) ** 2 <= squared * n * _variance(b, c, n, delta)
        return found

    observed = (b - c) / np.where(n > 0, n, 1)
    ends = (last_inside(accepted, observed, np.full(observed.shape, end)) for end in (-1.0, 1.0))
    return Bounds(*ends)


def tango_score(
    only_a: npt.ArrayLike, only_b: npt.ArrayLike, n: npt.ArrayLike, difference: npt.ArrayLike
) -> Floats:
    """Compute how many standard errors the observed difference is above a supposed one.

    For a supposed 0 its square is McNemar's chi-squared; for a supposed -margin it is the test that
    A is not worse than B by the margin (Nam 1997).

    Args:
        only_a: Counts of records that only A gets right, shape (...).
        only_b: Counts of records that only B gets right.
        n: Counts of all records.
        difference: Supposed differences, in (-1, 1).

    Returns:
        Shape (...): standard normal where the supposed difference is true; 0 where nothing
        differs and nothing is supposed to.

    Raises:
        InputError: If a count is NaN, not whole, below 0, or both together are above n.

    Source: Tango (1998).
    """
    b, c, total = _discordant(only_a, only_b, n)
    delta = np.asarray(difference, dtype=np.float64)
    gap, variance = b - c - total * delta, total * _variance(b, c, total, delta)
    above = gap / np.sqrt(np.where(variance > 0, variance, 1.0))
    score: Floats = np.where(variance > 0, above, np.where(gap == 0, 0.0, np.copysign(np.inf, gap)))
    return score


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


def newcombe(
    both_right: npt.ArrayLike,
    only_a: npt.ArrayLike,
    only_b: npt.ArrayLike,
    both_wrong: npt.ArrayLike,
    confidence: float = 0.95,
) -> Bounds:
    """Compute Newcombe's method 10: Wilson's intervals of both shares, joined by their phi.

    Args:
        both_right: Counts of records that both get right, shape (...).
        only_a: Counts of records that only A gets right.
        only_b: Counts of records that only B gets right.
        both_wrong: Counts of records that neither gets right.
        confidence: In (0, 1).

    Returns:
        Shape (...), within [-1, 1]; NaN without a record. phi is 0 where a margin is empty.

    Raises:
        InputError: If a count is NaN, not whole or below 0.

    Source: Newcombe (1998), method 10, phi without a correction for continuity.
    """
    cells = (both_right, only_a, only_b, both_wrong)
    a, b, c, d = np.broadcast_arrays(*(counts(cell, cell, "records")[0] for cell in cells))
    n = a + b + c + d
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    phi = np.where(margins > 0, (a * d - b * c) / np.sqrt(np.maximum(margins, 1)), 0.0)
    whole = np.where(n > 0, n, np.nan)
    p, q = (a + b) / whole, (a + c) / whole
    of_p, of_q = wilson(a + b, n, confidence), wilson(a + c, n, confidence)
    below = _joined(p - of_p.low, of_q.high - q, phi)
    above = _joined(of_p.high - p, q - of_q.low, phi)
    return Bounds(p - q - below, p - q + above)


def _joined(first: Floats, second: Floats, phi: Floats) -> Floats:
    joined: Floats = np.sqrt(np.maximum(first**2 - 2 * phi * first * second + second**2, 0))
    return joined


def bonett_price(
    only_a: npt.ArrayLike, only_b: npt.ArrayLike, n: npt.ArrayLike, confidence: float = 0.95
) -> Bounds:
    """Compute Bonett and Price's interval: the normal one after a record is added to both counts.

    Args:
        only_a: Counts of records that only A gets right, shape (...).
        only_b: Counts of records that only B gets right.
        n: Counts of all records.
        confidence: In (0, 1).

    Returns:
        Shape (...), within [-1, 1].

    Raises:
        InputError: If a count is NaN, not whole, below 0, or both together are above n.

    Source: Bonett and Price (2012).
    """
    b, c, total = _discordant(only_a, only_b, n)
    p, q = (b + 1) / (total + 2), (c + 1) / (total + 2)
    reach = z_quantile(confidence) * np.sqrt((p + q - (p - q) ** 2) / (total + 2))
    return Bounds(p - q - reach, p - q + reach).within(-1, 1)
