"""Intervals of the mean of independent scores, such as those of several data sets.

The variances of independent scores add up. Shares of records need Wilson's interval, since the
share of a set may be 0 or 1 where its variance is not known to be 0.

Sources: Zou and Donner (2008), variances recovered from the limits of each score; Franco, Little,
Louis and Slud (2019), Wilson's interval with an effective number of records; Agresti and Coull
(1998) for shares with half a record added on either side; Satterthwaite (1946), degrees of freedom.
"""

import math

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.intervals.binomial import score_bounds
from sacreval.stats.intervals.bounds import Bounds, t_quantile, z_quantile


def mean_of_shares(shares: npt.ArrayLike, n: npt.ArrayLike, confidence: float = 0.95) -> Bounds:
    """Compute Wilson's interval of the mean of independent shares, each counted alike.

    Args:
        shares: Shares of records, shape (k,).
        n: Numbers of records, or of records that would tell as much, shape (k,).
        confidence: In (0, 1).

    Returns:
        Numbers, within [0, 1].
    """
    p, records = np.asarray(shares, np.float64), np.asarray(n, np.float64)
    smooth = _smooth(p, records)
    centre = smooth.mean()
    total = centre * (1 - centre) / (share_variances(p, records).sum() / len(p) ** 2)
    return score_bounds(p.mean() * total, total, z_quantile(confidence))


def share_variances(shares: npt.ArrayLike, n: npt.ArrayLike) -> Floats:
    """Estimate the variances of shares, above 0 also for shares of 0 and 1.

    Args:
        shares: Shape (k,).
        n: Numbers of records, shape (k,).
    """
    records = np.asarray(n, np.float64)
    smooth = _smooth(np.asarray(shares, np.float64), records)
    found: Floats = smooth * (1 - smooth) / records
    return found


def mean_of_scores(
    values: npt.ArrayLike, errors: Bounds, freedom: npt.ArrayLike, confidence: float = 0.95
) -> Bounds:
    """Compute the interval of the mean of independent scores, each counted alike.

    Args:
        values: Shape (k,).
        errors: Standard errors below and above the values, shape (k,) each.
        freedom: Degrees of freedom of each error, shape (k,); infinity for the normal.
        confidence: In (0, 1).
    """
    mean = np.asarray(values, np.float64).mean()
    below, above = (np.asarray(side, np.float64) ** 2 for side in errors)
    variances = (below + above) / 2
    total = (variances**2 / np.asarray(freedom, np.float64)).sum()
    df = variances.sum() ** 2 / total if total > 0 else math.inf
    reach = t_quantile(df, confidence) / len(variances)
    return Bounds(mean - reach * np.sqrt(below.sum()), mean + reach * np.sqrt(above.sum()))


def _smooth(shares: Floats, n: Floats) -> Floats:
    """Add half a record on either side."""
    return (shares * n + 0.5) / (n + 1)
