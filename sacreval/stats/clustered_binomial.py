"""Wilson's interval of a proportion whose records come in groups, such as questions on a passage.

Near 0 and 1 the t interval over groups is too narrow, and of width 0 where all records are right.

Sources: Kish (1965), effective number of records; Franco, Little, Louis and Slud, "Comparative
Study of Confidence Intervals for Proportions in Complex Sample Surveys" (2019), modified Wilson.
"""

import numpy as np
import numpy.typing as npt

from sacreval.errors import InputError
from sacreval.stats.arrays import Floats
from sacreval.stats.binomial import score_bounds
from sacreval.stats.bounds import Bounds, Estimate, t_quantile
from sacreval.stats.checks import complete
from sacreval.stats.clusters import clustered_mean


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
    found = clustered_mean(x, groups)
    n = effective_n(found, len(x))
    quantile = t_quantile(found.freedom, confidence)
    ends = score_bounds(found.value * n, n, quantile)
    defined = np.isfinite(quantile)
    return Bounds(np.where(defined, ends.low, np.nan), np.where(defined, ends.high, np.nan))


def effective_n(share: Estimate, n: int) -> Floats:
    """Compute how many independent records would give a proportion the error that it has.

    Args:
        share: A proportion with its clustered error, shape (...).
        n: Number of records, at most which there can be.

    Returns:
        Shape (...): the number of groups where the proportion is 0 or 1, as all that is known then
        is that groups agree with themselves.
    """
    at_end = (share.value == 0) | (share.value == 1)
    independent = share.value * (1 - share.value) / max(n - 1, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.minimum(n * independent / share.error**2, n)
    return np.where(at_end, np.asarray(share.freedom, np.float64) + 1, found)
