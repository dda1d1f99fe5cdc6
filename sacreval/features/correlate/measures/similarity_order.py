"""The order of the rows of a table of similarities in which similar ones are neighbours."""

import numpy as np

from sacreval.stats.arrays import Floats


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
    if n < 3:  # noqa: PLR2004 - one or two rows have no structure
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
