"""Both ends of intervals: with a standard error and Student's t, jackknifed, or by bisection.

Quantiles of Student's t by its closed form, as loading SciPy takes longer than an interval. Source:
Abramowitz and Stegun (1964), 26.7.3 and 26.7.4 (closed forms), 26.7.5 (expansion).

Jackknife with Student's t: intervals of any function of summed rows, without random draws. Each
unit is left out in turn, by subtracting its row from the sum. Units are records, or groups whose
rows were summed (`clusters.sums_by_group`).

Sources: Quenouille (1956); Tukey (1958); Efron and Tibshirani (1993), chapter 11.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.checks import complete, fraction

MOST_TERMS = 200  # degrees of freedom with the closed form; above, the expansion errs by 1e-10


def central_t(freedom: float, confidence: float) -> float:
    """Compute the t that a share of the distribution lies within, on both sides of 0.

    Args:
        freedom: Degrees of freedom, above 0; those that are not whole are left to SciPy.
        confidence: In (0, 1).

    Returns:
        A number above 0.
    """
    if freedom > MOST_TERMS:
        from statistics import NormalDist

        return _expansion(NormalDist().inv_cdf((1 + confidence) / 2), freedom)
    if freedom != int(freedom):
        from scipy.special import stdtrit

        return -float(stdtrit(freedom, (1 - confidence) / 2))
    low, high = 0.0, math.pi / 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _within(middle, int(freedom)) < confidence else (low, middle)
    return math.sqrt(freedom) * math.tan(low)


def _within(angle: float, freedom: int) -> float:
    """Compute the chance that t lies within sqrt(freedom) tan(angle) of 0."""
    cosine, odd = math.cos(angle), freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for power in range(1 + odd, freedom, 2):
        total += term
        term *= cosine * cosine * power / (power + 1)
    inner = math.sin(angle) * total
    return 2 / math.pi * (angle + inner) if odd else inner


def _expansion(z: float, freedom: float) -> float:
    squared = z * z
    polynomials = (
        ((1, 1), 4),
        ((5, 16, 3), 96),
        ((3, 19, 17, -15), 384),
        ((79, 776, 1482, -1920, -945), 92160),
    )
    total, scale = z, z
    for coefficients, divisor in polynomials:
        scale /= freedom
        value = 0.0
        for coefficient in coefficients:
            value = value * squared + coefficient
        total += scale * value / divisor
    return total


class Bounds(NamedTuple):
    """Both ends of intervals, arrays of one shape; NaN where there is no interval.

    Attributes:
        low: Lower ends.
        high: Upper ends.
    """

    low: Floats
    high: Floats

    def within(self, least: float, greatest: float) -> "Bounds":
        """Cut the ends at the least and the greatest possible value."""
        return Bounds(np.clip(self.low, least, greatest), np.clip(self.high, least, greatest))


class Estimate(NamedTuple):
    """Estimates with their standard errors.

    Attributes:
        value: Shape (...).
        error: Standard errors, shape (...); NaN where they are undefined.
        freedom: Degrees of freedom of the errors, shape (...) or a number; infinity for the normal.
    """

    value: Floats
    error: Floats
    freedom: npt.ArrayLike

    def bounds(self, confidence: float = 0.95) -> Bounds:
        """Return the value less and plus a t quantile times its standard error.

        Args:
            confidence: In (0, 1).

        Returns:
            Shape (...); NaN where there is no degree of freedom.
        """
        reach = t_quantile(self.freedom, confidence) * self.error
        return Bounds(self.value - reach, self.value + reach)


def tail(confidence: float) -> float:
    """Return the share outside the interval on either side.

    Args:
        confidence: In (0, 1).

    Raises:
        UsageError: If the confidence is not in (0, 1).
    """
    return (1 - fraction(confidence, "the confidence")) / 2


def z_quantile(confidence: float) -> float:
    """Return how many standard errors of a normal estimate an interval reaches to either side.

    Args:
        confidence: In (0, 1).
    """
    from statistics import NormalDist

    return -NormalDist().inv_cdf(tail(confidence))


def t_quantile(freedom: npt.ArrayLike, confidence: float) -> Floats:
    """Return how many standard errors an interval by Student's t reaches to either side.

    Args:
        freedom: Degrees of freedom, shape (...); infinity for the normal.
        confidence: In (0, 1).

    Returns:
        Shape (...); NaN where the degrees of freedom are 0 or fewer.
    """
    inside = 1 - 2 * tail(confidence)
    df = np.asarray(freedom, dtype=np.float64)
    kinds, place = np.unique(df, return_inverse=True)
    quantiles = [central_t(kind, inside) if kind > 0 else math.nan for kind in kinds.tolist()]
    return np.array(quantiles)[place].reshape(df.shape)


HALVINGS = 64  # of a range of at most 2: the rest is below the spacing of doubles


def last_inside(
    inside: Callable[[Floats], Bools], start: npt.ArrayLike, stop: npt.ArrayLike
) -> Floats:
    """Find how far from a start a condition holds.

    Args:
        inside: The condition, of points (...); where it fails it fails for all that lie farther.
        start: Points that count as inside without being asked, shape (...).
        stop: The farthest points, of the same shape, on either side of the start.

    Returns:
        Shape (...): the stop itself where the condition holds there.
    """
    near, far = np.broadcast_arrays(np.asarray(start, np.float64), np.asarray(stop, np.float64))
    near = np.where(inside(far), far, near)
    for _ in range(HALVINGS):
        middle = (near + far) / 2
        held = inside(middle)
        near, far = np.where(held, middle, near), np.where(held, far, middle)
    return near


def left_out_spread(observed: npt.ArrayLike, left_out: npt.ArrayLike) -> Estimate:
    """Compute the jackknife's standard error from values with each unit left out.

    Args:
        observed: Values of all units, shape (...).
        left_out: Values with one unit left out, shape (n, ...).

    Returns:
        Shape (...), with n - 1 degrees of freedom; the error is NaN for fewer than two units, and
        0 where leaving out any one of them changes nothing.

    Raises:
        InputError: If a value is NaN.
    """
    value, values = complete(observed, "values"), complete(left_out, "left-out values")
    n = len(values)
    if n < 2:  # one unit has no spread
        return Estimate(value, np.full(value.shape, np.nan), 0)
    return Estimate(value, np.sqrt((n - 1) * values.var(axis=0)), n - 1)


def jackknife_t(tables: Sequence[npt.ArrayLike], of: Callable[..., npt.ArrayLike]) -> Estimate:
    """Compute a function of summed rows with its jackknife standard error.

    A difference of two systems on the same units is a function of both their sums:
    `jackknife_t([a, b], lambda a, b: score(b) - score(a))`.

    Args:
        tables: Rows of units, each of shape (n, k) with one n; k may differ.
        of: Takes one array of sums (..., k) for each table and gives an array (..., outputs), or
            (...). It must broadcast, and be defined for n - 1 units.

    Returns:
        Shape (outputs,) or (), with n - 1 degrees of freedom. For fewer than two units the error is
        NaN.

    Raises:
        InputError: If a row, or a value of the function, is NaN.
    """
    rows = [complete(table, "rows") for table in tables]
    totals = [table.sum(axis=0) for table in rows]
    observed = complete(of(*totals), "values")
    if len(rows[0]) < 2:  # leaving out the only unit leaves none
        return left_out_spread(observed, observed[None])
    left_out = of(*(total - table for total, table in zip(totals, rows, strict=True)))
    return left_out_spread(observed, left_out)
