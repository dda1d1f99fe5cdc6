"""Several samples or runs of each item: the variance apart, and errors for other or the same items.

Sources: Cochran (1977), two-stage sampling; Miller, "Adding Error Bars to Evals" (2024).
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.errors import UsageError
from sacreval.stats.arrays import Floats
from sacreval.stats.checks import complete, labels_of, present
from sacreval.stats.clusters import sums_by_group
from sacreval.stats.intervals.bounds import Estimate


class Repeats(NamedTuple):
    """What repeats of items say, arrays of the shape of one score.

    Attributes:
        mean: Mean over items of their mean scores.
        between: Variance of the items' true means, unbiased; below 0 where chance makes it so. NaN
            for a single item, and where no item is repeated.
        within: Mean over repeated items of the variance of their scores, unbiased; NaN where no
            item is repeated.
        other_items: The mean, with its error for other items like these, repeated as these are.
        fixed_items: The mean, with its error for the same items scored again.
    """

    mean: Floats
    between: Floats
    within: Floats
    other_items: Estimate
    fixed_items: Estimate


def repeats(scores: npt.ArrayLike, items: npt.ArrayLike) -> Repeats:
    """Split the variance of scores into that between items and that within them.

    Items may have different numbers of scores; every item counts once in the mean. An item with a
    single score is taken to vary as the others do on average.

    Args:
        scores: The scores of samples or runs, shape (samples, ...).
        items: The item of each sample, shape (samples,): numbers or texts.

    Returns:
        Arrays (...). The error for other items has items - 1 degrees of freedom, that for fixed
        items samples - items; both are NaN without a degree of freedom.

    Raises:
        InputError: If there is no score, one is NaN, or there is not one item for each.
    """
    x = present(scores, "scores")
    labels = labels_of(items, len(x), "items")
    times = np.bincount(labels).astype(np.float64)
    n, k = len(times), times.reshape(-1, *(1,) * (x.ndim - 1))
    means = sums_by_group(x, labels) / k
    noise, within = _noise(sums_by_group((x - means[labels]) ** 2, labels), k)
    mean = means.mean(axis=0)
    spread = means.var(axis=0, ddof=1) if n > 1 else np.full(mean.shape, np.nan)
    return Repeats(
        mean,
        spread - noise.mean(axis=0),
        within,
        Estimate(mean, np.sqrt(spread / n), n - 1),
        Estimate(mean, np.sqrt(noise.sum(axis=0)) / n, len(x) - n),
    )


def _noise(squares: Floats, k: Floats) -> tuple[Floats, Floats]:
    """Estimate the variance of each item's mean, and the mean variance of one score."""
    repeated = k > 1
    own = squares / np.maximum(k - 1, 1)
    count = np.count_nonzero(repeated)
    within = own.sum(axis=0) / (count or np.nan)
    return np.where(repeated, own, within) / k, within


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
