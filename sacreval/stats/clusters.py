"""Rank clusters, as the WMT metrics task draws them, and averages over tasks."""

from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, Ints


def rank_clusters(p_better: Floats, alpha: float = 0.05) -> Ints:
    """Part a sorted list into clusters.

    Walking down, a member opens a new cluster if any member of the current one beats it; earlier
    clusters are not asked again.

    Args:
        p_better: Shape (n, n), best first: p-value that row i is better than column k. NaN (an
            undefined test) never parts.
        alpha: Parts at p <= alpha.

    Returns:
        Cluster of each member, from 1.

    Source: the ranking of mt-metrics-eval.
    """
    clusters = np.ones(len(p_better), dtype=np.int64)
    start = 0
    for i in range(1, len(p_better)):
        beaten = bool((p_better[start:i, i] <= alpha).any())
        clusters[i] = clusters[i - 1] + beaten
        start = i if beaten else start
    return clusters


class TaskAverage(NamedTuple):
    """Weighted averages over tasks, and the p-values that row is better than column.

    Attributes:
        averages: Shape (metrics,).
        p_better: Shape (metrics, metrics), NaN on the diagonal.
    """

    averages: Floats
    p_better: Floats


def average_tasks(values: Floats, draws: Floats, weights: Floats) -> TaskAverage:
    """Average metrics over tasks and test the averages with the draws of each task.

    Args:
        values: Tasks x metrics, in [0, 1] (map a correlation r by (r + 1) / 2).
        draws: Tasks x pairs x resamples: null differences of each pair in the order of
            `numpy.triu_indices`, on the scale of `values`.
        weights: One a task.

    Returns:
        Averages, and one-sided p-values with (count + 1) / (resamples + 1).
    """
    share = weights / weights.sum()
    averages = share @ values
    null = np.einsum("t,tpr->pr", share, draws)
    n = len(averages)
    i, k = np.triu_indices(n, 1)
    observed = (averages[i] - averages[k])[:, None]
    above = (null >= observed - 1e-10) | np.isnan(null)
    below = (null <= observed + 1e-10) | np.isnan(null)
    p_better = np.full((n, n), np.nan)
    p_better[i, k] = (above.sum(axis=1) + 1) / (null.shape[1] + 1)
    p_better[k, i] = (below.sum(axis=1) + 1) / (null.shape[1] + 1)
    return TaskAverage(averages, p_better)
