"""Wilson's interval of a mean score for the same items again, from several samples of each.

The t interval of few samples near 0 and 1 is too narrow, and of width 0 where every item agrees
with itself. The variance within items is never more than that of samples of one and the same item
(Hoeffding 1956), so that it can be drawn towards that one where items are few.

Source: Wilson (1927), with the effective number of samples (Kish 1965).
"""

import numpy as np
import numpy.typing as npt

from sacreval.stats.checks import present
from sacreval.stats.intervals.binomial import score_bounds
from sacreval.stats.intervals.bounds import Bounds, z_quantile

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
