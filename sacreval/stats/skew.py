"""Signs that a few records decide a mean, where no interval helps."""

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.checks import complete


def largest_share(scores: npt.ArrayLike) -> Floats:
    """Compute the share of the sum that the largest score has, by absolute values.

    Over a tenth of the sum in one record of many makes every interval of the mean too short.

    Args:
        scores: Shape (n, ...).

    Returns:
        Shape (...), in [1 / n, 1]; 0 where all scores are 0, or there is none.

    Raises:
        InputError: If a score is NaN.
    """
    size = np.abs(complete(scores, "scores"))
    total = size.sum(axis=0)
    share: Floats = np.divide(
        size.max(axis=0, initial=0.0), total, where=total > 0, out=np.zeros(np.shape(total))
    )
    return share


def squared_skewness(scores: npt.ArrayLike) -> Floats:
    """Compute the squared skewness of scores, divided by their number.

    It is the squared skewness of their mean; above .1 an interval of the mean covers too seldom.

    Args:
        scores: Shape (n, ...).

    Returns:
        Shape (...), 0 or more; 0 where scores are equal or there are fewer than three.

    Raises:
        InputError: If a score is NaN.
    """
    x = complete(scores, "scores")
    if len(x) < 3:  # noqa: PLR2004 - two scores are symmetric
        return np.zeros(x.shape[1:])
    away = x - x.mean(axis=0)
    varied = np.asarray(np.ptp(x, axis=0) > 0)
    spread = np.where(varied, (away**2).mean(axis=0), 1.0)
    found: Floats = np.where(varied, (away**3).mean(axis=0) ** 2 / spread**3 / len(x), 0.0)
    return found
