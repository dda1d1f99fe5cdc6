"""Win rates of one system against another, from battles that come in clusters.

The interval is Wilson's with the number of battles that would give a share the error that the rate
has, which is more than there are where ties or soft verdicts vary less than wins and losses.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.checks import labels_of, present
from sacreval.stats.intervals.binomial import score_bounds
from sacreval.stats.intervals.bounds import t_quantile
from sacreval.stats.intervals.clustered_binomial import unequal_mean


class WinRate(NamedTuple):
    """A win rate with its interval.

    Attributes:
        value: Mean score, in [0, 1].
        error: Its standard error, with battles of a cluster dependent; NaN for one cluster.
        low: Lower end of the interval; NaN for one cluster.
        high: Upper end.
        clusters: Number of clusters.
    """

    value: float
    error: float
    low: float
    high: float
    clusters: int


def win_rate(scores: Floats, clusters: npt.ArrayLike, confidence: float = 0.95) -> WinRate:
    """Compute a win rate.

    Args:
        scores: Score of each battle, in [0, 1], shape (battles,).
        clusters: Its cluster, such as the instance, shape (battles,).
        confidence: In (0, 1).

    Raises:
        InputError: If there is no score, or one is NaN.
    """
    x = present(scores, "scores")
    number = int(labels_of(clusters, len(x)).max()) + 1
    mean = unequal_mean(x, clusters)
    value, error = float(mean.value), float(mean.error)
    if number == 1:
        nothing = float("nan")
        return WinRate(value, nothing, nothing, nothing, 1)
    chance = value * (1 - value)
    n = np.array(chance / error**2 if error > 0 and chance > 0 else number)
    low, high = score_bounds(value * n, n, t_quantile(number - 1, confidence))
    return WinRate(value, error, float(low), float(high), number)
