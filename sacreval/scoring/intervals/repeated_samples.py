"""Several samples of a record: the variance of a mean taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.core.results import Repeats

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Noise


def variance_apart(
    scores: Array, noise: Noise, *, groups: Array | None, item_cost: float
) -> Repeats:
    """Split the variance of a mean into that between items and that within them.

    Args:
        scores: Scores of the records, array (n,), two or more.
        noise: How each varies over its samples.
        groups: The unit of each record, array (n,); None for records.
        item_cost: Cost of an item, in samples.
    """
    import numpy as np

    from sacreval.stats.arrays import is_constant
    from sacreval.stats.clusters import clustered_mean
    from sacreval.stats.repeats import best_repeats

    n = len(scores)
    if is_constant(scores):  # the mean of equal scores may differ from them by rounding
        scores = np.zeros(n)
    spread = scores.var(ddof=1)
    each = noise.variance.mean()
    # A record's score is the mean of its samples, or one number whose own variance is meant.
    within = (noise.variance * noise.samples).mean() if noise.is_mean else each
    error = np.sqrt(spread / n) if groups is None else clustered_mean(scores, groups).error
    best = best_repeats(float(spread - each), float(within), cost_item=item_cost, cost_sample=1.0)
    return Repeats(
        between=float(spread - each),
        within=float(within),
        other_items=float(error),
        fixed_items=float(np.sqrt(max(each, 0.0) / n)),
        samples=float(noise.samples.mean()),
        item_cost=item_cost,
        best_samples=best.whole if noise.is_mean else None,
    )
