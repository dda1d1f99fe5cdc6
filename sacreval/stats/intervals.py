"""Confidence intervals of a correlation: from replicates, a formula, or leaving one out."""

from typing import NamedTuple

import numpy as np

from sacreval.stats import resampling
from sacreval.stats.arrays import Floats
from sacreval.stats.coefficients import Coefficient, PearsonCoefficient, SpearmanCoefficient, Tau


class ConfidenceInterval(NamedTuple):
    """Both ends; NaN where there is no interval."""

    low: float
    high: float


NONE = ConfidenceInterval(float("nan"), float("nan"))


def percentile_interval(replicates: Floats, confidence: float) -> ConfidenceInterval:
    """Return the bounds of `resampling.percentile_interval` over the replicates that are defined.

    Args:
        replicates: Values of the resamples.
        confidence: In (0, 1).
    """
    defined = replicates[~np.isnan(replicates)]
    if len(defined) == 0:
        return NONE
    low, high = resampling.percentile_interval(defined, level=confidence)
    return ConfidenceInterval(float(low), float(high))


def bca_interval(
    observed: float, replicates: Floats, left_out: Floats, confidence: float
) -> ConfidenceInterval:
    """Correct the percentiles for bias and acceleration.

    Args:
        observed: The value of the whole sample.
        replicates: Values of resamples of one kind of unit (systems or inputs).
        left_out: Delete-one values of the same units.
        confidence: In (0, 1).

    Source: Efron (1987).
    """
    from scipy.special import ndtr, ndtri

    defined = replicates[~np.isnan(replicates)]
    left_out = left_out[~np.isnan(left_out)]
    if np.isnan(observed) or len(defined) == 0 or len(left_out) < 2:  # noqa: PLR2004 - spread of two
        return NONE
    below = ((defined < observed).mean() + (defined <= observed).mean()) / 2
    pull = left_out.mean() - left_out
    spread = float((pull**2).sum())
    if not 0 < below < 1 or spread == 0:
        return NONE
    bias, speed = ndtri(below), float((pull**3).sum()) / (6 * spread**1.5)
    tail = (1 - confidence) / 2
    shifted = bias + ndtri(np.array([tail, 1 - tail]))
    low, high = np.quantile(defined, ndtr(bias + shifted / (1 - speed * shifted)))
    return ConfidenceInterval(float(low), float(high))


def jackknife_interval(
    observed: float, left_out: list[Floats], confidence: float, floor: float = -1.0
) -> ConfidenceInterval:
    """Spread the value by its delete-one standard error and a t quantile.

    Args:
        observed: The value of the whole sample.
        left_out: Delete-one values of each kind of unit; the variances of several kinds are added.
        confidence: In (0, 1).
        floor: Least possible value; the greatest is 1.
    """
    from scipy.special import stdtrit

    kinds = [values[~np.isnan(values)] for values in left_out]
    if np.isnan(observed) or any(len(values) < 2 for values in kinds):  # noqa: PLR2004 - spread of two
        return NONE
    variance = sum((len(v) - 1) * float(v.var()) for v in kinds)
    freedom = min(len(values) for values in kinds) - 1
    reach = float(stdtrit(freedom, (1 + confidence) / 2)) * variance**0.5
    return ConfidenceInterval(max(floor, observed - reach), min(1.0, observed + reach))


def fisher_interval(
    observed: float, n: int, coefficient: Coefficient, confidence: float
) -> ConfidenceInterval:
    """Fisher's z with the constants of Bonett and Wright (2000).

    Args:
        observed: The correlation.
        n: Systems (system level), most cells of a group (summary level), or cells (global).
        coefficient: Pearson, Spearman or a Kendall tau; others have no such interval.
        confidence: In (0, 1).
    """
    from scipy.special import ndtri

    if isinstance(coefficient, PearsonCoefficient):
        taken, widen = 3, 1.0
    elif isinstance(coefficient, SpearmanCoefficient):
        taken, widen = 3, (1 + observed**2 / 2) ** 0.5
    elif isinstance(coefficient, Tau) and not coefficient.is_accuracy:
        taken, widen = 4, 0.437**0.5
    else:
        return NONE
    if np.isnan(observed) or n <= taken:
        return NONE
    if abs(observed) >= 1:
        return ConfidenceInterval(observed, observed)
    reach = float(ndtri((1 + confidence) / 2)) * widen / (n - taken) ** 0.5
    centre = np.arctanh(observed)
    return ConfidenceInterval(float(np.tanh(centre - reach)), float(np.tanh(centre + reach)))
