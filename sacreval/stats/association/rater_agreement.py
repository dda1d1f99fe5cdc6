"""Agreement among raters: Krippendorff's alpha, Fleiss' and Cohen's kappa, correlation of raters.

Written here, not taken from a library: the kept implementation of alpha writes out a matrix of all
pairs of values, which continuous ratings do not fit, and is under a licence this project cannot
depend on; the kappas of statsmodels and scikit-learn would bring pandas along for ten lines. Tests
hold golden numbers of all three.
"""

from enum import Enum
from itertools import combinations
from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, round_significant
from sacreval.stats.association.coefficients import Coefficient
from sacreval.stats.association.pair_counts import average_ranks


class Measurement(Enum):
    """What differences between ratings mean."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"


def krippendorff_alpha(ratings: Floats, measurement: Measurement) -> float:
    """Chance-corrected agreement of any number of raters, some ratings missing.

    Ordinal differences are differences of average ranks, so ordinal alpha is interval alpha on
    ranks; sums of squared differences need no table of pairs.

    Args:
        ratings: Items x raters, NaN where a rater did not rate.
        measurement: Scale of the ratings.

    Returns:
        At most 1; NaN if no item has two ratings or all ratings are equal.

    Source: Krippendorff (2011).
    """
    seen = ~np.isnan(ratings)
    pairable = seen.sum(axis=1) > 1
    values, seen = round_significant(ratings[pairable]), seen[pairable]
    if measurement is Measurement.ORDINAL:
        values = average_ranks(values.reshape(1, -1)).reshape(values.shape)
    each = seen.sum(axis=1)
    n = int(each.sum())
    if n == 0:
        return float("nan")
    within, overall = _disagreement(values, seen, measurement)
    expected = overall / (n - 1)
    if expected <= 0:
        return float("nan")
    return float(1 - (within / (each - 1)).sum() / expected)


def _disagreement(
    values: Floats, seen: np.ndarray, measurement: Measurement
) -> tuple[Floats, float]:
    """Sum of squared differences over ordered pairs: within each item, and over all ratings."""
    if measurement is Measurement.NOMINAL:
        return _unequal_pairs(values, seen)
    held = np.where(seen, values - values[seen].mean(), 0.0)
    each = seen.sum(axis=1)
    squares, sums = (held**2).sum(axis=1), held.sum(axis=1)
    overall = seen.sum() * squares.sum() - sums.sum() ** 2
    return 2 * (each * squares - sums**2), float(2 * overall) if overall > 0 else 0.0


def _unequal_pairs(values: Floats, seen: np.ndarray) -> tuple[Floats, float]:
    counts = _category_counts(values, seen)
    totals, each = counts.sum(axis=0), counts.sum(axis=1)
    return each**2 - (counts**2).sum(axis=1), float(totals.sum() ** 2 - (totals**2).sum())


def _category_counts(values: Floats, seen: np.ndarray) -> Floats:
    categories, code = np.unique(values[seen], return_inverse=True)
    item = np.nonzero(seen)[0]
    counts = np.zeros((len(values), len(categories)))
    np.add.at(counts, (item, code), 1.0)
    return counts


class FleissKappa(NamedTuple):
    """The kappa, how many raters an item had, and how many items were left out."""

    kappa: float
    raters: int
    skipped: int


def fleiss_kappa(ratings: Floats) -> FleissKappa:
    """Chance-corrected nominal agreement of a fixed number of raters an item.

    Args:
        ratings: Items x raters, NaN where there is none. Items with another number of ratings than
            the most common one (at least two) are left out and counted.

    Returns:
        NaN if no item has two ratings or all ratings are equal.

    Source: Fleiss (1971).
    """
    seen = ~np.isnan(ratings)
    each = seen.sum(axis=1)
    sizes = np.bincount(each, minlength=3)
    sizes[:2] = 0
    m = int(sizes.argmax())
    if sizes[m] == 0:
        return FleissKappa(float("nan"), 0, int((each > 0).sum()))
    chosen = each == m
    counts = _category_counts(round_significant(ratings[chosen]), seen[chosen])
    observed = (((counts**2).sum(axis=1) - m) / (m * (m - 1))).mean()
    chance = ((counts.sum(axis=0) / counts.sum()) ** 2).sum()
    skipped = int(((each > 0) & ~chosen).sum())
    kappa = float((observed - chance) / (1 - chance)) if chance < 1 else float("nan")
    return FleissKappa(kappa, m, skipped)


def cohen_kappas(ratings: Floats, measurement: Measurement) -> list[float]:
    """Compute Cohen's kappa of every pair of raters.

    Args:
        ratings: Items x raters, NaN where a rater did not rate.
        measurement: Scale of the ratings.
    """
    pairs = combinations(ratings.T, 2)
    return [cohen_kappa(first, second, measurement) for first, second in pairs]


def cohen_kappa(first: Floats, second: Floats, measurement: Measurement) -> float:
    """Chance-corrected agreement of two raters; weighted by squared differences unless nominal.

    Args:
        first: Ratings of one rater, NaN where missing.
        second: Ratings of the other for the same items.
        measurement: Nominal is the plain kappa; interval weights by squared differences of values,
            ordinal of their places among the ratings given.

    Returns:
        NaN without a common item or if chance agreement is perfect.

    Source: Cohen (1960, 1968).
    """
    both = ~(np.isnan(first) | np.isnan(second))
    a, b = round_significant(first[both]), round_significant(second[both])
    if len(a) == 0:
        return float("nan")
    if measurement is Measurement.NOMINAL:
        categories, code = np.unique(np.concatenate([a, b]), return_inverse=True)
        p, q = (np.bincount(c, minlength=len(categories)) for c in np.split(code, 2))
        observed, chance = 1 - (a == b).mean(), 1 - float((p * q).sum()) / len(a) ** 2
    else:
        if measurement is Measurement.ORDINAL:
            _, code = np.unique(np.concatenate([a, b]), return_inverse=True)
            a, b = (side.astype(np.float64) for side in np.split(code, 2))
        observed = ((a - b) ** 2).mean()
        chance = a.var() + b.var() + (a.mean() - b.mean()) ** 2
    return float(1 - observed / chance) if chance > 0 else float("nan")


def rater_correlations(ratings: Floats, coefficient: Coefficient) -> Floats:
    """Correlate every pair of raters over the items that both rated.

    Args:
        ratings: Items x raters, NaN where missing.
        coefficient: What to compute.

    Returns:
        Shape (raters, raters), symmetric, NaN on the diagonal and where undefined.
    """
    n = ratings.shape[1]
    by_rater = round_significant(ratings).T
    table = np.full((n, n), np.nan)
    for i in range(n):
        for k in range(i + 1, n):
            table[i, k] = table[k, i] = float(coefficient.of(by_rater[i], by_rater[k]))
    return table
