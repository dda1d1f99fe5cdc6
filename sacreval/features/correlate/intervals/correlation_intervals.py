"""Confidence intervals of a correlation, from replicates, delete-one values, or a formula."""

from typing import NamedTuple

import numpy as np

from sacreval.stats import resampling
from sacreval.stats.arrays import Floats
from sacreval.stats.association.coefficients import (
    Coefficient,
    PearsonCoefficient,
    SpearmanCoefficient,
    Tau,
)
from sacreval.stats.intervals.expanded import accelerated_interval, expanded_confidence


class ConfidenceInterval(NamedTuple):
    """Both ends of an interval; NaN without an interval."""

    low: float
    high: float


NONE = ConfidenceInterval(float("nan"), float("nan"))


def percentile_interval(replicates: Floats, confidence: float) -> ConfidenceInterval:
    """Return the bounds of `resampling.percentile_interval` over the replicates that are defined.

    Args:
        replicates: Values of resamples, shape (resamples,), NaN where undefined.
        confidence: Confidence level, in (0, 1).
    """
    defined = replicates[~np.isnan(replicates)]
    if len(defined) == 0:
        return NONE
    low, high = resampling.percentile_interval(defined, level=confidence)
    return ConfidenceInterval(float(low), float(high))


def expanded_interval(replicates: Floats, confidence: float, n: int) -> ConfidenceInterval:
    """Return wider percentiles, which correct the narrow bootstrap of few units.

    Values of resamples of n units spread sqrt((n - 1) / n) times as far as values of new samples,
    and normal tails are shorter than those of t; the two percentiles are moved to correct both.

    Args:
        replicates: Values of resamples, shape (resamples,), NaN where undefined.
        confidence: Confidence level, in (0, 1).
        n: Number of resampled units, the smaller number of two kinds; at least 2.

    Returns:
        Both ends; NaN without a defined replicate, or with fewer than two units.

    Source: Hesterberg (2015), "What teachers should know about the bootstrap".
    """
    level = expanded_confidence(n, confidence)
    return NONE if np.isnan(level) else percentile_interval(replicates, level)


def bca_interval(
    observed: float, replicates: Floats, left_out: Floats, confidence: float
) -> ConfidenceInterval:
    """Compute percentiles that are corrected for bias and acceleration (BCa).

    Args:
        observed: The value of the whole sample.
        replicates: Values of resamples of one kind of unit (systems or inputs), shape (resamples,).
        left_out: Delete-one values of the same units, shape (units,).
        confidence: Confidence level, in (0, 1).

    Source: Efron (1987).
    """
    defined, left_out = replicates[~np.isnan(replicates)], left_out[~np.isnan(left_out)]
    if np.isnan(observed):
        return NONE
    ends = accelerated_interval(observed, defined, left_out, confidence, expanded=False)
    return NONE if ends.low == ends.high else ConfidenceInterval(float(ends.low), float(ends.high))


def jackknife_interval(
    observed: float,
    left_out: list[Floats],
    confidence: float,
    floor: float = -1.0,
    ceiling: float = 1.0,
) -> ConfidenceInterval:
    """Compute an interval from the jackknife standard error and quantiles of t."""
    from scipy.special import stdtrit

    kinds = [values[~np.isnan(values)] for values in left_out]
    if np.isnan(observed) or any(len(values) < 2 for values in kinds):  # noqa: PLR2004 - spread of two
        return NONE
    variance = sum((len(v) - 1) * float(v.var()) for v in kinds)
    freedom = min(len(values) for values in kinds) - 1
    reach = float(stdtrit(freedom, (1 + confidence) / 2)) * variance**0.5
    return ConfidenceInterval(max(floor, observed - reach), min(ceiling, observed + reach))


def jackknife_z_interval(
    observed: float, left_out: list[Floats], confidence: float
) -> ConfidenceInterval:
    """Compute a jackknife interval of a correlation on the scale of Fisher's z.

    Args:
        observed: The correlation of the whole sample.
        left_out: Delete-one values of each kind of unit; the variances of several kinds are added.
        confidence: Confidence level, in (0, 1).

    Returns:
        Both ends as correlations, in (-1, 1); the interval of `jackknife_interval` if a correlation
        is perfect, as its z is infinite.
    """
    with np.errstate(divide="ignore"):  # rounding may give a correlation above 1
        centre = float(np.arctanh(np.clip(observed, -1.0, 1.0)))
        scaled = [np.arctanh(np.clip(values, -1.0, 1.0)) for values in left_out]
    if not np.isfinite(centre) or any(np.isinf(values).any() for values in scaled):
        return jackknife_interval(observed, left_out, confidence)
    interval = jackknife_interval(centre, scaled, confidence, floor=-np.inf, ceiling=np.inf)
    return ConfidenceInterval(float(np.tanh(interval.low)), float(np.tanh(interval.high)))


def rule_of_three(observed: float, n_pairs: int, confidence: float) -> ConfidenceInterval:
    """Bound the share of correct pairs if all pairs are correct, or all are wrong.

    Disjoint pairs are independent, so that all n are correct with probability p ** n. The bound of
    p is (1 - confidence) / 2 to the power 1 / n, the exact bound of a binomial.

    Args:
        observed: The share of correct pairs, 1 or 0.
        n_pairs: Number of disjoint pairs, such as half the units, rounded down.
        confidence: Confidence level, in (0, 1).

    Returns:
        Both ends, one of which is `observed`; NaN without a pair.

    Source: Hanley and Lippman-Hand (1983); Clopper and Pearson (1934).
    """
    if n_pairs < 1:
        return NONE
    low = ((1 - confidence) / 2) ** (1 / n_pairs)
    return ConfidenceInterval(low, 1.0) if observed > 0.5 else ConfidenceInterval(0.0, 1 - low)  # noqa: PLR2004 - all correct, or all wrong


def fisher_interval(
    observed: float, n: int, coefficient: Coefficient, confidence: float
) -> ConfidenceInterval:
    """Compute the interval of Fisher's z, with the constants of Bonett and Wright (2000)."""
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
