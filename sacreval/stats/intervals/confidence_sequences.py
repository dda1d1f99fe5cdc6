"""Intervals that hold at every time at once, so that a run may be looked at while it goes on.

An e-value is at least 1 / alpha in at most a share alpha of runs where nothing differs, however
often it is looked at and whenever the run stops.

Sources: Robbins (1970); Howard, Ramdas, McAuliffe and Sekhon (2021); Waudby-Smith and Ramdas
(2024).
"""

import numpy as np
import numpy.typing as npt

from sacreval.errors import InputError
from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.checks import complete, counts, fraction
from sacreval.stats.intervals.bounds import Bounds, last_inside

LARGEST_BET = 0.5  # on a score, as Waudby-Smith and Ramdas advise


def proportion_sequence(
    successes: npt.ArrayLike,
    n: npt.ArrayLike,
    confidence: float = 0.95,
) -> Bounds:
    """Compute the interval of a proportion that holds at all times at once.

    It is all p whose likelihood is more than 1 - confidence times that of the uniform mixture.

    Args:
        successes: Counts up to each time, shape (...).
        n: Numbers of trials up to each time, of a shape that broadcasts with it.
        confidence: In (0, 1): of the whole sequence.

    Returns:
        Shape (...), within [0, 1]; [0, 1] where n is 0.

    Raises:
        InputError: If a count is NaN, not whole, below 0 or above n.

    Source: Robbins (1970).
    """
    from scipy.special import betaln, xlog1py, xlogy

    k, total = counts(successes, n, "successes")
    least = betaln(1 + k, 1 + total - k) + np.log1p(-fraction(confidence, "the confidence"))

    def likely(p: Floats) -> Bools:
        inside: Bools = xlogy(k, p) + xlog1py(total - k, -p) > least
        return inside

    observed = k / np.maximum(total, 1)
    ends = (last_inside(likely, observed, np.full(k.shape, end)) for end in (0.0, 1.0))
    return Bounds(*ends)


def mean_sequence(scores: npt.ArrayLike, confidence: float = 0.95) -> Bounds:
    """Compute the interval of the mean of scores in [0, 1] after each score, for all times at once.

    It is the empirical Bernstein sequence by betting, with bets set by the scores before each.

    Args:
        scores: In the order in which they came, shape (n, ...), in [0, 1].
        confidence: In (0, 1): of the whole sequence.

    Returns:
        Shape (n, ...), within [0, 1]: the interval after 1 to n scores. All hold together, so that
        their intersection up to each time does too.

    Raises:
        InputError: If a score is NaN or outside [0, 1].

    Source: Waudby-Smith and Ramdas (2024), theorem 2.
    """
    x = complete(scores, "scores")
    if (x < 0).any() or (x > 1).any():
        raise InputError(
            "a score lies outside 0 to 1: scale the scores by their least and greatest"
        )
    t = np.arange(1, len(x) + 1).reshape(-1, *(1,) * (x.ndim - 1))
    weight = np.log(2 / (1 - fraction(confidence, "the confidence")))
    mean = (0.5 + x.cumsum(axis=0)) / (t + 1)
    variance = (0.25 + ((x - mean) ** 2).cumsum(axis=0)) / (t + 1)
    mean_before, variance_before = _before(mean, 0.5), _before(variance, 0.25)
    bet = np.sqrt(2 * weight / (variance_before * t * np.log1p(t)))
    bet = np.minimum(bet, LARGEST_BET)
    cost = 4 * (x - mean_before) ** 2 * (-np.log1p(-bet) - bet) / 4
    stake = bet.cumsum(axis=0)
    centre = (bet * x).cumsum(axis=0) / stake
    reach = (weight + cost.cumsum(axis=0)) / stake
    return Bounds(centre - reach, centre + reach).within(0, 1)


def _before(values: Floats, start: float) -> Floats:
    return np.concatenate([np.full((1, *values.shape[1:]), start), values])[:-1]
