"""Both ends of intervals, and the symmetric interval of an estimate with a standard error."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.checks import fraction
from sacreval.stats.intervals.student import central_t


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
    found = [central_t(kind, inside) if kind > 0 else math.nan for kind in kinds.tolist()]
    return np.array(found)[place].reshape(df.shape)
