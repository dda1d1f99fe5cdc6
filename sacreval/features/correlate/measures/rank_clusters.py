"""Rank clusters, as in the WMT metrics task."""

import numpy as np

from sacreval.stats.arrays import Floats, Ints


def rank_clusters(p_better: Floats, alpha: float = 0.05) -> Ints:
    """Split a sorted list into clusters.

    From the top, a member begins a new cluster if any member of the current cluster is
    significantly better; earlier clusters are not compared again.

    Args:
        p_better: p-values that row i is better than column k, shape (n, n), best first. NaN (an
            undefined test) begins no cluster.
        alpha: Significance level: a cluster begins at p <= alpha.

    Returns:
        Cluster of each member, from 1, shape (n,).

    Source: the ranking of mt-metrics-eval.
    """
    clusters = np.ones(len(p_better), dtype=np.int64)
    start = 0
    for i in range(1, len(p_better)):
        beaten = bool((p_better[start:i, i] <= alpha).any())
        clusters[i] = clusters[i - 1] + beaten
        start = i if beaten else start
    return clusters
