"""A mean over strata whose shares of the population are known.

Source: Cochran (1977), chapter 5; Satterthwaite (1946) for the degrees of freedom.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.errors import InputError
from sacreval.stats.arrays import Floats
from sacreval.stats.checks import complete, labels_of, present
from sacreval.stats.intervals.bounds import Estimate

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
