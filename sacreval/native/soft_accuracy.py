"""Soft pairwise accuracy: systems compared under sign flips, and hybrids of many metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.native.batch import extension

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Singles = NDArray[np.float32]
    Ints = NDArray[np.int64]


def count_at_least(flipped: Singles, totals: Singles) -> Ints:
    """Count the sign vectors under which systems differ by at least as much as without flips.

    Args:
        flipped: Sum of each system under each sign vector, shape (systems, signs).
        totals: Sum of each system, shape (systems,).

    Returns:
        Shape (pairs of systems,), in the order of `numpy.triu_indices`.
    """
    import numpy as np

    n = len(totals)
    out = np.zeros(n * (n - 1) // 2, dtype=np.int64)
    extension().count_at_least(flipped, totals, out)
    return out


def soft_swaps(
    whole: Singles, moved: Singles, pairs: Ints, human: Ints, *, slack: Singles, near: Floats
) -> Ints:
    """Compute bounds of the distances of hybrids of metrics from human scores.

    Args:
        whole: Sum under each sign vector less the sum without signs, shape (metrics, systems,
            signs).
        moved: The part of it of swapped cells, shape (draws, metrics, systems, signs).
        pairs: Indices of both metrics, shape (pairs, 2).
        human: Number of sign vectors for which a system is at least as good as a later one, by
            human scores, shape (pairs of systems,).
        slack: Largest difference of two sums that may be rounding, shape (pairs,).
        near: A size of differences and the distance from it, shape (pairs, 2), in sign vectors.

    Returns:
        Shape (draws, pairs, 4): the least and the greatest sum over pairs of systems of the
        difference of counts, of the hybrid of first cells and swapped second ones, and of the
        other. Both bounds are equal where the size of the difference of both hybrids is not near.
    """
    import numpy as np

    out = np.zeros((len(moved), len(pairs), 4), dtype=np.int64)
    shape = len(moved), whole.shape[1], whole.shape[0]
    chosen = np.ascontiguousarray(pairs)
    extension().soft_swaps(whole, moved, chosen, human, slack, near, shape, out)
    return out
