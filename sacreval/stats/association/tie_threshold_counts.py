"""Weighted counts of the pairs that agree under a tie threshold, without listing pairs.

The cost is a few cumulative sums over the cells, one for each bit of the ranks of human scores.
"""

from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, Ints


class _Step(NamedTuple):
    """Each cell of `right` agrees with the cells `low` to `high` (excluded) of `left`."""

    left: Ints
    right: Ints
    low: Ints
    high: Ints


class AgreeingPairs:
    """The pairs of cells that acc_eq counts as correct.

    A pair is correct if human scores are equal and metric scores differ by at most epsilon, or if
    both have the same order. Pairs with different human scores are split by the highest bit in
    which the dense ranks of the human scores differ: among ranks with the same higher bits, every
    rank without the bit is below every rank with it.
    """

    def __init__(self, x: Floats, z: Floats, epsilon: float) -> None:
        """Find the correct pairs.

        Args:
            x: Metric scores, shape (cells,), without NaN.
            z: Human scores, same shape.
            epsilon: Largest metric difference that is a tie, from 0.
        """
        n = len(x)
        place = np.empty(n, dtype=np.int64)
        place[np.argsort(x, kind="stable")] = np.arange(n)
        rank = np.unique(z, return_inverse=True)[1].reshape(n).astype(np.int64)
        beyond = _beyond(x, epsilon)
        bits = int(rank.max(initial=0)).bit_length()
        self._steps = [_ordered(rank, place, beyond, bit) for bit in range(bits)]
        self._steps.append(_tied(rank, place, beyond))

    def share(self, weights: Floats) -> Floats:
        """Compute the share of correct pairs, without pairs of a cell with its own copy.

        Args:
            weights: Number of copies of each cell, shape (cells, resamples).

        Returns:
            Shape (resamples,), NaN with fewer than two different cells.
        """
        right = np.zeros(weights.shape[1])
        for step in self._steps:
            sums = np.zeros((len(step.left) + 1, weights.shape[1]))
            np.cumsum(weights[step.left], axis=0, out=sums[1:])
            reached = sums[step.high] - sums[step.low]
            right += np.einsum("ir,ir->r", weights[step.right], reached)
        pairs = (weights.sum(axis=0) ** 2 - (weights**2).sum(axis=0)) / 2
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(pairs > 0, right / pairs, np.nan)


def _beyond(x: Floats, epsilon: float) -> Ints:
    """Count, for each cell, the cells that are lower by more than epsilon.

    The rounded differences are compared, since a fitted epsilon is one of them.
    """
    ordered = np.append(np.sort(x), np.inf)
    count = np.searchsorted(ordered, x - epsilon)
    while (short := x - ordered[count] > epsilon).any():
        count += short
    while (far := (count > 0) & ~(x - ordered[count - 1] > epsilon)).any():
        count -= far
    return count.astype(np.int64)


def _ordered(rank: Ints, place: Ints, beyond: Ints, bit: int) -> _Step:
    n, prefix, upper = len(rank), rank >> (bit + 1), (rank >> bit) & 1 == 1
    left, right = np.flatnonzero(~upper), np.flatnonzero(upper)
    keys = prefix[left] * (n + 1) + place[left]
    order = np.argsort(keys)
    start = prefix[right] * (n + 1)
    low, high = (np.searchsorted(keys[order], start + end) for end in (0, beyond[right]))
    return _Step(left[order], right, low, high)


def _tied(rank: Ints, place: Ints, beyond: Ints) -> _Step:
    n = len(rank)
    keys = rank * (n + 1) + place
    order = np.argsort(keys)
    low = np.searchsorted(keys[order], rank[order] * (n + 1) + beyond[order])
    return _Step(order, order, low, np.arange(n))
