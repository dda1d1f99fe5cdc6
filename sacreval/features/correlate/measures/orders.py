"""Outliers among systems, rank clusters of metrics, and the order of a table of similarities."""

import numpy as np

from sacreval.stats.arrays import Bools, Floats, Ints

MAD_TO_SD = 1.483
"""Scales the median absolute deviation to a standard deviation of normal data, as WMT rounds it."""


def mad_outliers(human: Floats, threshold: float = 2.5) -> Bools:
    """Find systems whose human score is more than `threshold` robust deviations from the median.

    Source: Mathur, Baldwin and Cohn (ACL 2020).
    """
    if np.isnan(human).all():
        return np.zeros(len(human), dtype=bool)
    distance = np.abs(human - np.nanmedian(human))
    spread = MAD_TO_SD * np.nanmedian(distance)
    with np.errstate(invalid="ignore"):
        far: Bools = distance > threshold * spread
    return np.asarray(far & (spread > 0))


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


def similarity_order(similarity: Floats, key: Floats) -> list[int]:
    """Return the leaves of average-linkage clustering, ordered so that neighbours are similar.

    Args:
        similarity: Shape (n, n), such as correlations; NaN counts as the lowest similarity. The
            mean of both triangles is used.
        key: Shape (n,); the end of the order with the larger mean of this is the first. NaN counts
            as the lowest.

    Returns:
        The places of the rows. The order is the same in every run.

    Source:
        Bar-Joseph, Gifford, Jaakkola (2001), as in scipy.
    """
    n = len(similarity)
    if n < 3:  # one or two rows have no structure
        return sorted(range(n), key=lambda i: -_known(key)[i])
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    filled = _known(similarity)
    even = (filled + filled.T) / 2
    distance = even.max() - even
    np.fill_diagonal(distance, 0.0)
    tree = linkage(squareform(distance, checks=False), "average", optimal_ordering=True)
    order = [int(i) for i in leaves_list(tree)]
    half = n // 2
    keys = _known(key)[order]
    return order[::-1] if keys[-half:].mean() > keys[:half].mean() else order


def _known(values: Floats) -> Floats:
    """Return values with the lowest one in the place of NaN."""
    lowest = 0.0 if np.isnan(values).all() else float(np.nanmin(values))
    filled: Floats = np.where(np.isnan(values), lowest, values)
    return filled
