"""Records in groups and items sampled again: how alike they are, and errors that allow for it.

Sources: Shrout and Fleiss (1979), ICC(1, 1); Kish (1965); Cameron and Miller (2015).

Several samples of each item: the variance within items, and the best number of samples. Source:
Cochran (1977), two-stage sampling.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.errors import UsageError
from sacreval.stats.arrays import Floats
from sacreval.stats.checks import complete, labels_of, present
from sacreval.stats.intervals.bounds import Estimate


class Likeness(NamedTuple):
    """How alike the records of a group are, arrays of the shape of one score.

    Attributes:
        icc: Intraclass correlation, at most 1; below 0 where records of one group differ more than
            chance alone would have it. NaN where it is undefined: fewer than two groups, no group
            with two records, or equal scores throughout.
        design_effect: By how much the groups multiply the variance of the mean, at least 1.
        mean_size: Mean number of records in a group.
    """

    icc: Floats
    design_effect: Floats
    mean_size: float


def sums_by_group(rows: npt.ArrayLike, groups: npt.ArrayLike) -> Floats:
    """Sum the rows of each group.

    Args:
        rows: Rows of records, shape (n, ...).
        groups: The group of each record, shape (n,): numbers or texts.

    Returns:
        Shape (groups, ...), in the order of the groups' sorted names.

    Raises:
        InputError: If a number is NaN, or there is not one group for each record.
    """
    table = complete(rows, "numbers")
    labels = labels_of(groups, len(table))
    sums = np.zeros((int(labels.max(initial=-1)) + 1, *table.shape[1:]))
    np.add.at(sums, labels, table)
    return sums


def likeness(scores: npt.ArrayLike, groups: npt.ArrayLike) -> Likeness:
    """Compute the intraclass correlation by analysis of variance, for groups of any sizes.

    The design effect is 1 + (m - 1) ICC, where m is the mean size of the group of a record, which
    for unequal groups is more than the mean size of a group. An ICC below 0 counts as 0 there.

    Args:
        scores: Scores of records, shape (n, ...).
        groups: The group of each record, shape (n,).

    Raises:
        InputError: If a score is NaN, or there is not one group for each record.
    """
    x = complete(scores, "scores")
    labels = labels_of(groups, len(x))
    n, size = len(x), np.bincount(labels).astype(np.float64)
    count = len(size)
    if count < 2 or count == n:  # nothing between, or nothing within
        return _undefined(x.shape[1:], n, count)
    means = sums_by_group(x, labels) / _column(size, x)
    between = (_column(size, x) * (means - x.mean(axis=0)) ** 2).sum(axis=0) / (count - 1)
    within = ((x - means[labels]) ** 2).sum(axis=0) / (n - count)
    usual = (n - (size**2).sum() / n) / (count - 1)
    varied = np.where(np.ptp(x, axis=0) > 0, 1.0, np.nan)  # rounding must not look like likeness
    with np.errstate(divide="ignore", invalid="ignore"):
        icc = varied * (between - within) / (between + (usual - 1) * within)
    effect = 1 + ((size**2).sum() / n - 1) * np.maximum(icc, 0)
    return Likeness(icc, effect, n / count)


def _undefined(shape: tuple[int, ...], n: int, count: int) -> Likeness:
    nothing = np.full(shape, np.nan)
    return Likeness(nothing, nothing, n / max(count, 1))


def _column(size: Floats, x: Floats) -> Floats:
    return size.reshape(-1, *(1,) * (x.ndim - 1))


def ratio_of_sums(numerators: npt.ArrayLike, denominators: npt.ArrayLike) -> Estimate:
    """Compute a ratio of sums over groups, with its linearised standard error.

    The error is that of Cameron and Miller's formula with G / (G - 1), and t has G - 1 degrees of
    freedom for G groups. Records are groups of one.

    Args:
        numerators: Sums of groups, shape (groups, ...).
        denominators: Sums of groups, shape (groups,) or (groups, ...), in total above 0.

    Returns:
        Shape (...); the value is NaN where the denominators sum to 0, the error is NaN for fewer
        than two groups.

    Raises:
        InputError: If a number is NaN.
    """
    y, divisors = complete(numerators, "numerators"), complete(denominators, "denominators")
    x = divisors.reshape(divisors.shape + (1,) * (y.ndim - divisors.ndim))
    count, whole = len(y), np.asarray(x.sum(axis=0))
    whole = np.where(whole > 0, whole, np.nan)
    value = y.sum(axis=0) / whole
    if count < 2:  # one group has no spread
        return Estimate(value, np.full(value.shape, np.nan), 0)
    squares = ((y - value * x) ** 2).sum(axis=0)
    return Estimate(value, np.sqrt(count / (count - 1) * squares) / whole, count - 1)


def clustered_mean(scores: npt.ArrayLike, groups: npt.ArrayLike) -> Estimate:
    """Compute a mean over records with a standard error that allows for their groups.

    Args:
        scores: Scores, or differences of paired scores, shape (n, ...).
        groups: The group of each record, shape (n,).

    Returns:
        Shape (...), with G - 1 degrees of freedom for G groups.

    Raises:
        InputError: If a score is NaN, or there is not one group for each record.
    """
    x = complete(scores, "scores")
    sizes = np.bincount(labels_of(groups, len(x))).astype(np.float64)
    return ratio_of_sums(sums_by_group(x, groups), sizes)


def variance_within(scores: npt.ArrayLike, items: npt.ArrayLike) -> Floats:
    """Compute the mean over repeated items of the variance of their scores, unbiased.

    Args:
        scores: The scores of samples or runs, shape (samples, ...).
        items: The item of each sample, shape (samples,): numbers or texts.

    Returns:
        Shape (...); NaN where no item is repeated.

    Raises:
        InputError: If there is no score, one is NaN, or there is not one item for each.
    """
    x = present(scores, "scores")
    labels = labels_of(items, len(x), "items")
    times = _column(np.bincount(labels).astype(np.float64), x)
    means = sums_by_group(x, labels) / times
    variances = sums_by_group((x - means[labels]) ** 2, labels) / np.maximum(times - 1, 1)
    within: Floats = variances.sum(axis=0) / (np.count_nonzero(times > 1) or np.nan)
    return within


class BestRepeats(NamedTuple):
    """How often to repeat each item.

    Attributes:
        exact: The minimum of variance times cost, 0 to infinity, not rounded.
        whole: The whole number of repeats, at least 1, with the least variance for a budget; None
            where no number is best, as items do not differ.
    """

    exact: float
    whole: int | None


def best_repeats(
    between: float, within: float, *, cost_item: float, cost_sample: float
) -> BestRepeats:
    """Compute how many samples of each item give the least variance of the mean for a budget.

    Args:
        between: Variance of the items' true means; what is below 0 counts as 0.
        within: Variance of the scores of one item.
        cost_item: What an item costs before its first sample, 0 or more.
        cost_sample: What each sample costs, above 0.

    Raises:
        UsageError: If a cost is out of its range.
        InputError: If a variance is NaN.

    Source: Cochran (1977): sqrt(within / between * cost_item / cost_sample).
    """
    if not (cost_sample > 0 and cost_item >= 0):
        raise UsageError(
            f"an item costs {cost_item:g} and a sample {cost_sample:g}: "
            "give an item a cost of 0 or more and a sample one above 0"
        )
    apart, noise = (float(complete(v, "variances")) for v in (max(between, 0.0), within))
    if noise * cost_item == 0:
        return BestRepeats(0.0, 1)
    if apart == 0:
        return BestRepeats(math.inf, None)
    exact = math.sqrt(noise / apart * cost_item / cost_sample)
    near = {max(1, math.floor(exact)), max(1, math.ceil(exact))}
    return BestRepeats(
        exact, min(sorted(near), key=lambda k: (apart + noise / k) * (cost_item + cost_sample * k))
    )
