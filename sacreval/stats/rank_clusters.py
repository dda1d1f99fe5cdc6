"""Rank clusters, as the WMT metrics task draws them."""

import numpy as np

from sacreval.stats.arrays import Floats, Ints


def rank_clusters(p_better: Floats, alpha: float = 0.05) -> Ints:
    """Split a sorted list into clusters.

    Walking down, a member opens a new cluster if any member of the current one beats it; earlier
    clusters are not compared again.

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
