"""Intervals of a proportion, and of scores in [0, 1] that all lie at one end."""

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.checks import counts
from sacreval.stats.intervals.bounds import Bounds, tail, z_quantile


def wilson(successes: npt.ArrayLike, n: npt.ArrayLike, confidence: float = 0.95) -> Bounds:
    """Compute Wilson's score interval, whose coverage is on average close to the confidence.

    Args:
        successes: Counts, shape (...).
        n: Numbers of trials, of a shape that broadcasts with it.
        confidence: In (0, 1).

    Returns:
        Shape (...), within [0, 1]; [0, 1] where n is 0. The lower end is exactly 0 without a
        success, the upper one exactly 1 without a failure.

    Raises:
        InputError: If a count is NaN, not whole, below 0 or above n.

    Source: Wilson (1927).
    """
    k, total = counts(successes, n, "successes")
    return score_bounds(k, total, z_quantile(confidence))


def score_bounds(successes: Floats, n: Floats, reach: npt.ArrayLike) -> Bounds:
    """Compute Wilson's ends for counts that need not be whole, such as effective numbers of trials.

    Args:
        successes: Shape (...), from 0 to n.
        n: Shape (...).
        reach: How many standard errors the interval reaches to either side, above 0.

    Returns:
        Shape (...), within [0, 1], and exactly 0 or 1 as those of `wilson`.
    """
    z2 = np.asarray(reach, dtype=np.float64) ** 2
    centre = successes + z2 / 2
    spread = successes * (n - successes) / np.where(n > 0, n, 1)
    away = np.sqrt(z2 * (spread + z2 / 4))
    low, high = (centre - away) / (n + z2), (centre + away) / (n + z2)
    return Bounds(np.where(successes == 0, 0.0, low), np.where(successes == n, 1.0, high))


def clopper_pearson(successes: npt.ArrayLike, n: npt.ArrayLike, confidence: float = 0.95) -> Bounds:
    """Compute the interval that covers at least as often as the confidence, whatever the truth.

    A one-sided bound at 95 % is the end of the interval at 90 %; without a failure in n trials it
    is the exact form of the rule of three (Hanley and Lippman-Hand 1983).

    Args:
        successes: Counts, shape (...).
        n: Numbers of trials, of a shape that broadcasts with it.
        confidence: In (0, 1).

    Returns:
        Shape (...), within [0, 1]; [0, 1] where n is 0.

    Raises:
        InputError: If a count is NaN, not whole, below 0 or above n.

    Source: Clopper and Pearson (1934).
    """
    from scipy.special import betaincinv

    k, total = counts(successes, n, "successes")
    edge = tail(confidence)
    low = betaincinv(np.where(k > 0, k, 1), total - k + 1, edge)
    high = betaincinv(k + 1, np.where(k < total, total - k, 1), 1 - edge)
    return Bounds(np.where(k > 0, low, 0.0), np.where(k < total, high, 1.0))
