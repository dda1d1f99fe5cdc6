"""Intervals of a proportion, and of the difference of two on the same records.

Intervals of 0/1 scores whose records come in groups, such as questions on a passage. Near 0 and 1,
and where two systems differ on few records, the t interval over groups is too narrow, and of width
0 where all records are right.

Sources: Kish (1965), effective number of records; Franco, Little, Louis and Slud, "Comparative
Study of Confidence Intervals for Proportions in Complex Sample Surveys" (2019), modified Wilson;
Bell and McCaffrey (2002), errors for groups of unequal sizes.

Wilson's interval of a mean score for the same items again, from several samples of each. The t
interval of few samples near 0 and 1 is too narrow, and of width 0 where every item agrees with
itself. The variance within items is never more than that of samples of one and the same item
(Hoeffding 1956), so that it can be drawn towards that one where items are few.

Source: Wilson (1927), with the effective number of samples (Kish 1965).

Interval of the difference of two shares on the same records: two systems, right or wrong. The
difference is the share of records that A gets right less the share that B does, so that it depends
on the records that only one of both gets right.
"""

import numpy as np
import numpy.typing as npt

from sacreval.errors import InputError
from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.checks import complete, counts, labels_of, present
from sacreval.stats.clusters import sums_by_group
from sacreval.stats.intervals.bounds import (
    Bounds,
    Estimate,
    last_inside,
    t_quantile,
    tail,
    z_quantile,
)


def wilson(successes: npt.ArrayLike, n: npt.ArrayLike, confidence: float = 0.95) -> Bounds:
    """Compute Wilson's score interval, whose coverage is on average close to the confidence.

    Args:
        successes: Counts, shape (...).
        n: Numbers of trials, of a shape that broadcasts with it.
        confidence: In (0, 1).

    Returns:
        Shape (...), within [0, 1]; [0, 1] where n is 0. The lower end is exactly 0 without a
        success, the upper one exactly 1 without a failure.

    Raises:
        InputError: If a count is NaN, not whole, below 0 or above n.

    Source: Wilson (1927).
    """
    k, total = counts(successes, n, "successes")
    return score_bounds(k, total, z_quantile(confidence))


def score_bounds(successes: Floats, n: Floats, reach: npt.ArrayLike) -> Bounds:
    """Compute Wilson's ends for counts that need not be whole, such as effective numbers of trials.

    Args:
        successes: Shape (...), from 0 to n.
        n: Shape (...).
        reach: How many standard errors the interval reaches to either side, above 0.

    Returns:
        Shape (...), within [0, 1], and exactly 0 or 1 as those of `wilson`.
    """
    z2 = np.asarray(reach, dtype=np.float64) ** 2
    centre = successes + z2 / 2
    spread = successes * (n - successes) / np.where(n > 0, n, 1)
    away = np.sqrt(z2 * (spread + z2 / 4))
    low, high = (centre - away) / (n + z2), (centre + away) / (n + z2)
    return Bounds(np.where(successes == 0, 0.0, low), np.where(successes == n, 1.0, high))


def clopper_pearson(successes: npt.ArrayLike, n: npt.ArrayLike, confidence: float = 0.95) -> Bounds:
    """Compute the interval that covers at least as often as the confidence, whatever the truth.

    A one-sided bound at 95 % is the end of the interval at 90 %; without a failure in n trials it
    is the exact form of the rule of three (Hanley and Lippman-Hand 1983).

    Args:
        successes: Counts, shape (...).
        n: Numbers of trials, of a shape that broadcasts with it.
        confidence: In (0, 1).

    Returns:
        Shape (...), within [0, 1]; [0, 1] where n is 0.

    Raises:
        InputError: If a count is NaN, not whole, below 0 or above n.

    Source: Clopper and Pearson (1934).
    """
    from scipy.special import betaincinv

    k, total = counts(successes, n, "successes")
    edge = tail(confidence)
    low = betaincinv(np.where(k > 0, k, 1), total - k + 1, edge)
    high = betaincinv(k + 1, np.where(k < total, total - k, 1), 1 - edge)
    return Bounds(np.where(k > 0, low, 0.0), np.where(k < total, high, 1.0))


def clustered_wilson(
    scores: npt.ArrayLike, groups: npt.ArrayLike, confidence: float = 0.95
) -> Bounds:
    """Compute Wilson's interval with the effective number of records, and a t quantile.

    Args:
        scores: 0 or 1, shape (n, ...).
        groups: The group of each record, shape (n,).
        confidence: In (0, 1).

    Returns:
        Shape (...), within [0, 1]; NaN for fewer than two groups.

    Raises:
        InputError: If a score is neither 0 nor 1, or there is not one group for each record.
    """
    x = complete(scores, "scores")
    if ((x != 0) & (x != 1)).any():
        raise InputError("a score is neither 0 nor 1: take the t interval over groups instead")
    mean = unequal_mean(x, groups)
    n = effective_n(mean, mean.value * (1 - mean.value), len(x))
    quantile = t_quantile(_freedom(groups), confidence)
    return _where(np.isfinite(quantile), score_bounds(mean.value * n, n, quantile))


def unequal_mean(scores: Floats, groups: npt.ArrayLike) -> Estimate:
    """Compute a mean over records with an error that allows for groups of unequal sizes.

    A large group moves the mean towards itself, so that its residuals are too small; they are
    divided by sqrt(1 - h), with h its share of the records. For groups of one size the error is
    that of `clusters.clustered_mean`.

    Args:
        scores: Shape (n, ...).
        groups: The group of each record, shape (n,).

    Returns:
        Shape (...), with G - 1 degrees of freedom for G groups; the error is NaN for fewer than
        two.
    """
    sums = sums_by_group(scores, groups)
    sizes = np.bincount(labels_of(groups, len(scores))).astype(np.float64)
    if len(sizes) < 2:  # one group has no spread
        nothing = np.full(scores.shape[1:], np.nan)
        return Estimate(scores.mean(axis=0) if len(scores) else nothing, nothing, 0)
    size = sizes.reshape(-1, *(1,) * (sums.ndim - 1))
    mean = sums.sum(axis=0) / len(scores)
    squares = (sums - mean * size) ** 2 / (1 - size / len(scores))
    return Estimate(mean, np.sqrt(squares.sum(axis=0)) / len(scores), len(sizes) - 1)


def effective_n(mean: Estimate, variance: Floats, n: int) -> Floats:
    """Compute how many independent records would give a mean the error that it has.

    Args:
        mean: A mean with its clustered error, shape (...).
        variance: Variance of the n scores, divided by n, shape (...).
        n: Number of records, at most which there can be.

    Returns:
        Shape (...): the number of groups where all scores are equal, as all that is known then is
        that groups agree with themselves.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = np.minimum(n * variance / max(n - 1, 1) / mean.error**2, n)
    return np.where(variance == 0, np.asarray(mean.freedom, np.float64) + 1, effective)


def _freedom(groups: npt.ArrayLike) -> float:
    """Count groups, less 1; where few have most of the records, as many as would tell as much.

    Returns:
        0 for a single group; else a whole number of 1 or more, G - 1 for G groups of one size.
    """
    sizes = np.unique(np.asarray(groups), return_counts=True)[1]
    alike = float(sizes.sum()) ** 2 / float((sizes**2).sum()) if len(sizes) else 0.0
    return max(float(np.floor(alike - 1.0 + 1e-9)), 1.0 if len(sizes) > 1 else 0.0)


def _where(defined: Bools, ends: Bounds) -> Bounds:
    return Bounds(*(np.where(defined, end, np.nan) for end in ends))


ADDED = 2.0
"""Items that are added with the variance of samples of one item. Measured with 0, .5, 1, 2 and 4 in
42 worlds of 5 to 100 items: with 2 a 95 % interval covers in .94 to .97 of most and in .90 to .99
of all, where the t interval covers in .17 to .95."""


def fixed_items_interval(
    scores: npt.ArrayLike,
    variances: npt.ArrayLike,
    most: npt.ArrayLike,
    confidence: float = 0.95,
) -> Bounds:
    """Compute the interval of a mean score if the same items are sampled without end.

    For k samples of 0 or 1 of an item the variance is that of their mean, unbiased, and `most` is
    1 / k.

    Args:
        scores: Score of each item, in [0, 1], shape (items,).
        variances: Estimated variance of each score, shape (items,); single ones may lie below 0.
        most: The largest possible variance as a share of m (1 - m), for a true score m of the item,
            shape (items,), in (0, 1].
        confidence: In (0, 1).

    Returns:
        Numbers, within [0, 1].

    Raises:
        InputError: If there is no score, or a number is NaN.
    """
    x, v = present(scores, "scores"), present(variances, "variances")
    n, mean = len(x), float(x.mean())
    single = float(present(most, "shares").sum()) / n**2
    largest = mean * (1 - mean) * single
    variance = (max(float(v.sum()), 0.0) / n + ADDED * largest) / (n + ADDED)
    share = min(variance / largest, 1.0) if largest > 0 else 1.0
    effective = 1 / (single * share)
    return score_bounds(np.asarray(mean * effective), np.asarray(effective), z_quantile(confidence))


def tango(
    only_a: npt.ArrayLike, only_b: npt.ArrayLike, n: npt.ArrayLike, confidence: float = 0.95
) -> Bounds:
    """Compute Tango's score interval: all differences that his score test does not reject.

    It has a width for every table, also where both are right throughout.

    Args:
        only_a: Counts of records that only A gets right, shape (...).
        only_b: Counts of records that only B gets right.
        n: Counts of all records.
        confidence: In (0, 1).

    Returns:
        Shape (...), within [-1, 1]; [-1, 1] where n is 0.

    Raises:
        InputError: If a count is NaN, not whole, below 0, or both together are above n.

    Source: Tango (1998).
    """
    return tango_bounds(*_discordant(only_a, only_b, n), z_quantile(confidence))


def tango_bounds(b: Floats, c: Floats, n: Floats, reach: npt.ArrayLike) -> Bounds:
    """Compute Tango's ends for counts that need not be whole, such as effective numbers of records.

    Args:
        b: Records that only A gets right, shape (...).
        c: Records that only B gets right, shape (...).
        n: All records, at least b + c, shape (...).
        reach: How many standard errors the interval reaches to either side, above 0.

    Returns:
        Shape (...), within [-1, 1].
    """
    squared = np.asarray(reach, dtype=np.float64) ** 2

    def accepted(delta: Floats) -> Bools:
        inside: Bools = (b - c - n * delta) ** 2 <= squared * n * _variance(b, c, n, delta)
        return inside

    observed = (b - c) / np.where(n > 0, n, 1)
    ends = (last_inside(accepted, observed, np.full(observed.shape, end)) for end in (-1.0, 1.0))
    return Bounds(*ends)


def _discordant(
    only_a: npt.ArrayLike, only_b: npt.ArrayLike, n: npt.ArrayLike
) -> tuple[Floats, Floats, Floats]:
    parts = np.broadcast_arrays(only_a, only_b, n)
    b, _ = counts(parts[0], n, "records that only A gets right")
    c, _ = counts(parts[1], n, "records that only B gets right")
    _, total = counts(b + c, n, "records that one of both gets right")
    return b, c, total


def _variance(b: Floats, c: Floats, n: Floats, delta: Floats) -> Floats:
    """Variance of one record's difference, by the likeliest shares that differ by delta."""
    half = 2 * n * delta - b - c - (b - c) * delta
    root = np.sqrt(np.maximum(half**2 + 8 * n * c * delta * (1 - delta), 0))
    share = np.maximum((root - half) / np.where(n > 0, 4 * n, 1), np.maximum(-delta, 0))
    variance: Floats = np.maximum(2 * share + delta * (1 - delta), 0)
    return variance
