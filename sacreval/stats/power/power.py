"""Power: how many records a difference or a width needs, also simulated from rows.

Everything is for two systems on the same records and a two-sided test, which finds a difference
with the stated power where it is `reach` standard errors large. Source: Miller (2024, arXiv
2411.00640) for variances with several samples a record; Cohen (1988) for the noncentral t.

Power of paired randomization by simulation from rows, for any score that has rows. Test sets are
drawn with replacement from the rows of two systems on the same records, and each is tested. What is
found is the power at the difference that these rows have.
"""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import BLOCK_CELLS, Floats, Ints, blocks
from sacreval.stats.intervals.bounds import central_t
from sacreval.stats.significance.mid_p import drawn_mid_p
from sacreval.stats.significance.paired import kept_sums, shuffled_sums

NO_WRONG_SIDE = 7.0
"""Standard errors from which a finding of the wrong sign has a chance below 2e-12; scipy's is NaN
there at times."""
SURE = 10.0
"""How many times its edge, and 1 more, a difference is missed with a chance below 1e-22: then the
standard error would be ten times too large, or the estimate ten of them too low."""
QUANTILES = 40  # of an estimated standard error
MOST_REACH = 1e9
MOST_RECORDS = 1e15


def t_power(noncentrality: float, degrees: float, *, alpha: float) -> float:
    """Compute how often a t test finds a difference.

    Args:
        noncentrality: The true difference in standard errors.
        degrees: Degrees of freedom, at least 1: records less 1, or groups less 1.
        alpha: Level of the test; divide it by the number of tests that share it.

    Returns:
        A number in [alpha, 1].
    """
    from scipy.special import nctdtr, stdtrit

    edge = -float(stdtrit(degrees, alpha / 2))
    size = abs(noncentrality)
    if size == 0:
        return alpha
    if size > SURE * (edge + 1):
        return 1.0  # the series takes minutes there, or does not converge
    wrong_side = float(nctdtr(degrees, size, -edge)) if size < NO_WRONG_SIDE else 0.0
    return 1 - float(nctdtr(degrees, size, edge)) + wrong_side


@lru_cache(maxsize=1024)
def reach(degrees: float, *, alpha: float, power: float) -> float:
    """Compute how many standard errors a difference must be to be found with some power.

    Args:
        degrees: Degrees of freedom of the t test; infinity for the normal formula.
        alpha: Level of the test.
        power: The chance to find it, more than alpha and less than 1.

    Returns:
        The number of standard errors; infinity without a degree of freedom.
    """
    if degrees < 1:
        return math.inf
    if math.isinf(degrees):
        return NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(power)
    return _root(lambda size: t_power(size, degrees, alpha=alpha) - power, 1.0, MOST_REACH)


@lru_cache(maxsize=1024)
def reach_of_estimate(degrees: int, *, alpha: float, power: float) -> float:
    """Compute how many *estimated* standard errors are found with some power on new data.

    An estimate of few records is often too small, and the power lost there is more than the power
    won where it is too large; so this is more than `reach`, and has the power on average.

    Args:
        degrees: Degrees of freedom of the t test and of the estimate, at least 1.
        alpha: Level of the test.
        power: The mean chance to find it, more than alpha and less than 1.
    """
    import numpy as np
    from scipy.special import chdtri, nctdtr, stdtrit

    nodes, weights = np.polynomial.legendre.leggauss(QUANTILES)
    ratios = np.sqrt(chdtri(degrees, (1 - nodes) / 2) / degrees)  # estimate over standard error
    edge = -stdtrit(degrees, alpha / 2)

    def excess(size: float) -> float:
        missed = np.where(
            size * ratios > SURE * (edge + 1),
            0.0,
            nctdtr(degrees, np.minimum(size * ratios, SURE * (edge + 1)), edge),
        )
        return 1 - float(weights @ missed) / 2 - power

    return _root(excess, 1.0, MOST_REACH)


def quick_reach(degrees: int, *, alpha: float, power: float) -> float:
    """Approximate `reach_of_estimate` without SciPy.

    It differs by less than 1.5 % for power 0.8, alpha from 0.001 and 5 degrees of freedom or more.

    Args:
        degrees: Degrees of freedom, at least 1.
        alpha: Level of the two-sided test.
        power: The mean chance to find the difference, in (0.5, 1).

    Source: Johnson and Welch (1940), the normal approximation of the noncentral t, with both
    standard errors, of the estimate and of the test, approximately normal.
    """
    edge, z = central_t(degrees, 1 - alpha), NormalDist().inv_cdf(power)
    mean, variance = (1 - 1 / (4 * degrees)) ** 2, z * z / (2 * degrees)
    a, half_b = mean - variance, mean * edge
    c = (mean - variance) * edge * edge - z * z
    return (half_b + math.sqrt(half_b * half_b - a * c)) / a if a > 0 else math.inf


def smallest_difference(
    variance: float, n: float, *, alpha: float, power: float, degrees: float | None = None
) -> float:
    """Compute the smallest true difference that a test finds with some power.

    Args:
        variance: Of the differences of the records.
        n: Number of records.
        alpha: Level of the test.
        power: The chance to find it.
        degrees: Degrees of freedom; n - 1 where none are named, groups less 1 for groups, infinity
            for the normal formula, which promises too much below 30 records.
    """
    degrees = n - 1 if degrees is None else degrees
    return reach(degrees, alpha=alpha, power=power) * math.sqrt(variance / n)


def records_needed(
    variance: float, difference: float, *, alpha: float, power: float, normal: bool = False
) -> float:
    """Compute how many records a test needs to find a difference with some power.

    Args:
        variance: Of the differences of the records.
        difference: The true difference of the means.
        alpha: Level of the test.
        power: The chance to find it.
        normal: Whether to use the normal formula, which needs some two records fewer.

    Returns:
        A real number, to be rounded up; at least 2; infinity for a difference of 0.
    """
    if difference == 0:
        return math.inf
    needed = reach(math.inf, alpha=alpha, power=power) ** 2 * variance / difference**2
    if normal or needed > MOST_RECORDS:
        return max(2.0, needed)
    effect = abs(difference) / math.sqrt(variance) if variance > 0 else math.inf

    def excess(n: float) -> float:
        return t_power(effect * math.sqrt(n), n - 1, alpha=alpha) - power

    return 2.0 if math.isinf(effect) or excess(2.0) >= 0 else _root(excess, 2.0, MOST_RECORDS)


def _root(excess: Callable[[float], float], low: float, limit: float) -> float:
    """Find where an increasing function is 0, from `low` on, or below it down to 0."""
    high = 2 * low
    while excess(high) < 0 and high < limit:
        low, high = high, 2 * high
    return root_between(excess, 0.0 if excess(low) > 0 else low, high)


def root_between(excess: Callable[[float], float], low: float, high: float) -> float:
    """Find where an increasing function is 0, between two points, by halving.

    Args:
        excess: The function, at most 0 at `low` and at least 0 at `high`.
        low: The lower point.
        high: The upper point.

    Returns:
        A point with no other double between it and the root.
    """
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return high


def wilson_records(share: float, half_width: float, *, confidence: float) -> int:
    """Compute the least number of records with which Wilson's interval is narrow enough.

    Args:
        share: The expected share, in [0, 1].
        half_width: Half of the width of the interval, more than 0.
        confidence: Of the interval, in (0, 1).

    Returns:
        A whole number, at least 1. The width falls with every record, so that it is found exactly.

    Source: Wilson (1927).
    """
    z = _quantile(confidence)
    # (1 + x)^2 h^2 = (p (1 - p) + x / 4) x for x = z^2 / n; the larger x is the fewer records.
    spread, square = share * (1 - share), half_width**2
    a, b, c = 0.25 - square, spread - 2 * square, -square
    if a <= 0:
        return 1
    n = max(1, math.ceil(z * z * 2 * a / (math.sqrt(b * b - 4 * a * c) - b)))
    return next(k for k in range(max(1, n - 1), n + 2) if _wilson_half(share, k, z) <= half_width)


def wilson_half_width(share: float, n: int, *, confidence: float) -> float:
    """Compute half of the width of Wilson's interval.

    Args:
        share: The observed share, in [0, 1].
        n: Number of records, at least 1.
        confidence: Of the interval, in (0, 1).
    """
    return _wilson_half(share, n, _quantile(confidence))


def _wilson_half(share: float, n: int, z: float) -> float:
    return z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))


def _quantile(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


class SimulatedPower(NamedTuple):
    """A share of simulated test sets.

    Attributes:
        power: The share in which the difference was found, with the sign that it has.
        error: Its Monte Carlo standard error.
    """

    power: float
    error: float


def simulated_power(
    base: Floats,
    other: Floats,
    reduce: Callable[[Floats], Floats],
    n: int,
    *,
    alpha: float,
    trials: int = 1000,
    worlds: int = 200,
    seed: int = 12345,
) -> SimulatedPower:
    """Draw test sets of some size from the rows of two systems, and test each.

    Args:
        base: Rows of the base (records, k), none of them NaN; or their sums by group, so that whole
            groups are drawn and exchanged.
        other: Rows of the other system, the same records or groups.
        reduce: Computes the score from sums of rows, (..., k) to (...).
        n: Records, or groups, of a test set; may be more than there are rows.
        alpha: Level of the test; divide it by the number of tests that share it.
        trials: Exchanges of each test.
        worlds: Test sets.
        seed: Of the drawn records and of the exchanges.
    """
    sign = np.sign(_difference(reduce, base.sum(axis=0), other.sum(axis=0)))
    rejections = 0
    for places in _drawn(len(base), n, worlds, cells=n * 2 * base.shape[1], seed=seed):
        tables = [side[chosen] for chosen in places for side in (base, other)]
        kept = kept_sums(tables, trials=trials, seed=seed)
        for pair in range(0, len(tables), 2):
            totals = [table.sum(axis=0) for table in tables[pair : pair + 2]]
            observed = float(_difference(reduce, *totals))
            draws = np.abs(_difference(reduce, *shuffled_sums(totals, kept[pair : pair + 2])))
            p = drawn_mid_p(draws, observed)
            rejections += bool(p <= alpha and np.sign(observed) == sign)
    share = rejections / worlds
    return SimulatedPower(share, (share * (1 - share) / worlds) ** 0.5)


def _difference(reduce: Callable[[Floats], Floats], first: Floats, second: Floats) -> Floats:
    return np.asarray(reduce(second) - reduce(first))


def _drawn(records: int, n: int, worlds: int, *, cells: int, seed: int) -> Iterator[Ints]:
    """Draw the records of each test set, in blocks that share their exchanges."""
    rng = np.random.default_rng(seed)
    for block in blocks(worlds, cells, BLOCK_CELLS):
        yield rng.integers(records, size=(block.stop - block.start, n))
