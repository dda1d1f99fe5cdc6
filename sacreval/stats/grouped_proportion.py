"""Interval of a proportion whose records come in groups: Wilson's, on the effective sample size."""

import numpy as np
import numpy.typing as npt

from sacreval.stats.bounds import Bounds, t_quantile
from sacreval.stats.clusters import clustered_mean


def grouped_wilson(right: npt.ArrayLike, groups: npt.ArrayLike, confidence: float = 0.95) -> Bounds:
    """Compute Wilson's interval with the effective sample size and a t quantile.

    The effective size is p (1 - p) over the squared standard error that allows for groups; where
    all records are right, or none, it is the number of groups. A t interval around p, which is
    symmetric, covers too rarely near 0 and 1.

    Args:
        right: For each record 1 (right) or 0, shape (n,).
        groups: The group of each record, shape (n,).
        confidence: In (0, 1).

    Returns:
        Both ends, within [0, 1]; [0, 1] for fewer than two groups.

    Raises:
        InputError: If a number is NaN, or there is not one group for each record.

    Source: Korn and Graubard (1998) for the effective size and its degrees of freedom; Franco,
    Little, Louis and Slud (2019) for Wilson's interval with it.
    """
    mean = clustered_mean(right, groups)
    p, error, freedom = float(mean.value), float(mean.error), int(np.max(mean.freedom))
    if freedom < 1:
        return Bounds(np.array(0.0), np.array(1.0))
    z2 = float(t_quantile(freedom, confidence)) ** 2
    n = p * (1 - p) / error**2 if error > 0 else freedom + 1
    reach = np.sqrt(z2 * (p * (1 - p) * n + z2 / 4))
    low, high = (p * n + z2 / 2 - reach) / (n + z2), (p * n + z2 / 2 + reach) / (n + z2)
    return Bounds(np.where(p > 0, low, 0.0), np.where(p < 1, high, 1.0))
