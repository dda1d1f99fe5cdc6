"""Signs that a few records decide a mean, and a test that allows for it."""

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.checks import complete

ENLARGED = 10.0  # by which the skewness of n scores is enlarged, times 1 / n


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


def skew_adjusted_p(scores: npt.ArrayLike) -> float:
    """Compute the two-sided p-value of a mean of 0 by a t that is corrected for skewness.

    Few records of a skewed distribution may hold none of its tail: then the mean is off and the
    spread too small at once, and the t test rejects too often on the side without a tail. The
    skewness of few records is too small on average; it is enlarged by 10 / n, which gives sizes of
    .04 to .06 at 5 % for exponential scores of 10 to 300 records.

    Args:
        scores: Shape (n,).

    Returns:
        A number in [0, 1]; 1 for fewer than three scores, or where they are equal.

    Source: Hall (1992), On the removal of skewness by transformation.
    """
    from scipy.special import stdtr

    x = complete(scores, "scores")
    n = len(x)
    if n < 3 or not np.ptp(x) > 0:  # noqa: PLR2004 - two scores are symmetric
        return 1.0
    away = x - x.mean()
    skewness = (away**3).mean() / (away**2).mean() ** 1.5 * np.sqrt(n * (n - 1)) / (n - 2)
    a, ratio = skewness * (1 + ENLARGED / n) / 3, x.mean() / x.std(ddof=1)
    t = np.sqrt(n) * (ratio + a * ratio**2 + a * a * ratio**3 / 3 + a / (2 * n))
    return float(2 * stdtr(n - 1, -abs(t)))
