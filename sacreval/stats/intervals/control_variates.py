"""A mean adjusted by a covariate whose mean is known: the same estimate with less variance."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.errors import InputError
from sacreval.stats.checks import complete, present
from sacreval.stats.intervals.bounds import Estimate


class Adjusted(NamedTuple):
    """A mean less what a covariate explains.

    Attributes:
        estimate: The adjusted mean with its error, by t with n - 2 degrees of freedom.
        theta: By how much a score grows with the covariate.
        explained: Share of the variance that the covariate explains, 0 to 1.
    """

    estimate: Estimate
    theta: float
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
        return Adjusted(_estimate(y.mean(), syy, n - 1, 1 / n), 0.0, 0.0)
    theta = float(dx @ dy) / sxx
    left = max(syy - theta * theta * sxx, 0.0)
    estimate = _estimate(y.mean() + theta * away, left, n - 2, 1 / n + away * away / sxx)
    return Adjusted(estimate, theta, 1 - left / syy if np.ptp(y) > 0 else 0.0)


def _estimate(value: float, squares: float, freedom: int, share: float) -> Estimate:
    error = (squares / freedom * share) ** 0.5 if freedom > 0 else float("nan")
    return Estimate(np.asarray(value, np.float64), np.asarray(error, np.float64), freedom)
