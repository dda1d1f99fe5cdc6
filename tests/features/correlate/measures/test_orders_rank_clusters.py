"""Clusters of ranks."""

import numpy as np

from sacreval.features.correlate.measures.orders import rank_clusters


def test_clusters_ask_the_current_cluster_only():
    """A metric opens a cluster if a member of the current one beats it; others are not asked."""
    p = np.full((4, 4), np.nan)
    p[0, 1], p[0, 2], p[1, 2], p[0, 3], p[1, 3], p[2, 3] = 0.2, 0.04, 0.3, 0.01, 0.01, 0.06
    assert rank_clusters(p).tolist() == [1, 1, 2, 2]
