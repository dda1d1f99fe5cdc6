"""Intervals of 0/1 scores whose records come in groups, such as questions on a passage.

Near 0 and 1, and where two systems differ on few records, the t interval over groups is too narrow,
and of width 0 where all records are right.

Sources: Kish (1965), effective number of records; Franco, Little, Louis and Slud, "Comparative
Study of Confidence Intervals for Proportions in Complex Sample Surveys" (2019), modified Wilson;
Bell and McCaffrey (2002), errors for groups of unequal sizes.
"""

import numpy as np
import numpy.typing as npt

from sacreval.errors import InputError
from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.checks import complete, labels_of
from sacreval.stats.clusters import sums_by_group
from sacreval.stats.intervals.binomial import score_bounds
from sacreval.stats.intervals.bounds import Bounds, Estimate, t_quantile


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
    found = unequal_mean(x, groups)
    n = effective_n(found, found.value * (1 - found.value), len(x))
    quantile = t_quantile(_freedom(groups), confidence)
    return _where(np.isfinite(quantile), score_bounds(found.value * n, n, quantile))


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
    if len(sizes) < 2:  # noqa: PLR2004 - one group has no spread
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
        found = np.minimum(n * variance / max(n - 1, 1) / mean.error**2, n)
    return np.where(variance == 0, np.asarray(mean.freedom, np.float64) + 1, found)


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
