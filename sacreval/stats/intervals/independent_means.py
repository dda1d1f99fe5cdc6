"""Means over data sets, over strata of known shares, and adjusted by a known covariate.

The variances of independent scores add up. Shares of records need Wilson's interval, since the
share of a set may be 0 or 1 where its variance is not known to be 0.

Sources: Zou and Donner (2008), variances recovered from the limits of each score; Franco, Little,
Louis and Slud (2019), Wilson's interval with an effective number of records; Agresti and Coull
(1998) for shares with half a record added on either side; Satterthwaite (1946), degrees of freedom.

A mean over strata whose shares of the population are known. Source: Cochran (1977), chapter 5;
Satterthwaite (1946) for the degrees of freedom.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.errors import InputError
from sacreval.stats.arrays import Floats
from sacreval.stats.checks import complete, labels_of, present
from sacreval.stats.intervals.binomial import score_bounds
from sacreval.stats.intervals.bounds import Bounds, Estimate, t_quantile, z_quantile


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
    variances: Floats = smooth * (1 - smooth) / records
    return variances


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


class Adjusted(NamedTuple):
    """A mean less what a covariate explains.

    Attributes:
        estimate: The adjusted mean with its error, by t with n - 2 degrees of freedom.
        explained: Share of the variance that the covariate explains, 0 to 1.
    """

    estimate: Estimate
    explained: float


def adjusted_mean(
    scores: npt.ArrayLike, covariate: npt.ArrayLike, covariate_mean: float
) -> Adjusted:
    """Compute the mean score at the known mean of a covariate, by regression.

    A covariate is known of every record before it is scored, such as the score of an older system
    or the length of the input, and its mean is known over all records from which these were drawn.

    Args:
        scores: Shape (n,).
        covariate: Shape (n,).
        covariate_mean: The mean of the covariate in the population.

    Returns:
        The plain mean by t with n - 1 degrees of freedom where the covariate does not vary; an
        error of NaN for fewer than three records otherwise.

    Raises:
        InputError: If there is no score, a number is NaN, or the lengths differ.

    Source: Deng, Xu, Kohavi and Walker (2013), CUPED; the error is that of the regression's value
        at the known mean.
    """
    y, x = present(scores, "scores"), complete(covariate, "values of the covariate")
    if x.shape != y.shape:
        raise InputError(
            f"{x.size} values of the covariate are given for {y.size} scores: "
            "give one for each score"
        )
    away = float(complete(covariate_mean, "means")) - x.mean()
    dx, dy = x - x.mean(), y - y.mean()
    sxx, syy, n = float(dx @ dx), float(dy @ dy), len(y)
    if np.ptp(x) == 0:
        return Adjusted(_estimate(y.mean(), syy, n - 1, 1 / n), 0.0)
    theta = float(dx @ dy) / sxx
    left = max(syy - theta * theta * sxx, 0.0)
    estimate = _estimate(y.mean() + theta * away, left, n - 2, 1 / n + away * away / sxx)
    return Adjusted(estimate, 1 - left / syy if np.ptp(y) > 0 else 0.0)


def _estimate(value: float, squares: float, freedom: int, share: float) -> Estimate:
    error = (squares / freedom * share) ** 0.5 if freedom > 0 else float("nan")
    return Estimate(np.asarray(value, np.float64), np.asarray(error, np.float64), freedom)


ROUNDING = 1e-6  # shares are typed by hand


class Strata(NamedTuple):
    """What each stratum's sample says, arrays (strata,).

    Attributes:
        n: Number of records.
        mean: Mean score.
        variance: Variance of the scores, unbiased; NaN for a single record.
    """

    n: Floats
    mean: Floats
    variance: Floats


def by_stratum(scores: npt.ArrayLike, strata: npt.ArrayLike) -> Strata:
    """Compute count, mean and variance of each stratum.

    Args:
        scores: Shape (n,).
        strata: The stratum of each record, shape (n,): numbers or texts.

    Returns:
        Arrays in the order of the strata's sorted names.

    Raises:
        InputError: If there is no score, one is NaN, or there is not one stratum for each.
    """
    x = present(scores, "scores")
    labels = labels_of(strata, len(x), "strata")
    n = np.bincount(labels).astype(np.float64)
    mean = np.bincount(labels, weights=x) / n
    squares = np.bincount(labels, weights=(x - mean[labels]) ** 2)
    return Strata(n, mean, np.where(n > 1, squares / np.maximum(n - 1, 1), np.nan))


def stratified_mean(strata: Strata, shares: npt.ArrayLike) -> Estimate:
    """Compute the mean of a population from samples of its strata.

    Args:
        strata: From `by_stratum`.
        shares: The share of each stratum in the population, in the same order; they sum to 1.

    Returns:
        Numbers; the error is NaN where a stratum has a single record. The degrees of freedom are
        Satterthwaite's, between those of the smallest stratum and their sum.

    Raises:
        InputError: If the shares are not one for each stratum, one is below 0 or NaN, or they do
            not sum to 1.
    """
    weights = known_shares(shares, len(strata.n))
    parts = np.where(weights > 0, weights**2 * strata.variance / strata.n, 0.0)
    variance = parts.sum()
    freedom = np.maximum(strata.n - 1, 1)
    spread = (parts**2 / freedom).sum()
    df = variance**2 / spread if spread > 0 else freedom[weights > 0].sum()
    return Estimate(np.asarray(weights @ strata.mean), np.asarray(variance**0.5), float(df))


def known_shares(shares: npt.ArrayLike, count: int) -> Floats:
    """Check shares of a population.

    Args:
        shares: One for each stratum.
        count: Number of strata.

    Returns:
        Shape (count,), which sums to 1.

    Raises:
        InputError: If there are not as many, one is below 0 or NaN, or they do not sum to 1.
    """
    weights = complete(shares, "shares")
    total = float(weights.sum())
    if weights.shape != (count,) or (weights < 0).any() or abs(total - 1) > ROUNDING:
        raise InputError(
            f"{weights.size} shares that sum to {total:.6g} are given for {count} strata: "
            "give one of 0 or more for each, which sum to 1"
        )
    normed: Floats = weights / total
    return normed
