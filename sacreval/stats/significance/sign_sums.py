"""Exact distributions of fair coins: how many show heads, and sums of the numbers on those."""

import numpy as np

from sacreval.stats.arrays import Floats, Ints


def coin_sums(sizes: Ints, limit: int) -> Floats:
    """Compute the probabilities of the sums 0 to `limit`, one number at a time.

    Every step adds positive numbers and halves them, so that small probabilities keep all their
    digits. It takes `len(sizes) * limit` additions.

    Args:
        sizes: Positive whole numbers (n,).
        limit: The largest sum of interest, at least 0.

    Returns:
        Array (limit + 1,): the probability of each sum over all 2^n choices of the numbers.
    """
    chances = np.zeros(limit + 1)
    chances[0] = 1.0
    reached = 0
    for size in np.sort(sizes).tolist():
        reached = min(limit, reached + size)
        chances[size : reached + 1] += chances[: max(0, reached + 1 - size)]
        chances[: reached + 1] /= 2
    return chances


def coin_tail(heads: Ints | int, coins: Ints | int) -> Floats:
    """Compute the chance that at most so many of some fair coins show heads.

    Args:
        heads: The number, at least -1 and less than `coins`; any shape.
        coins: How many there are, a shape that broadcasts with that of `heads`.

    Returns:
        An array of the common shape; 0 for a number of -1.
    """
    from scipy.special import betainc

    most = np.asarray(heads, dtype=np.float64)
    tail: Floats = np.where(most < 0, 0.0, betainc(coins - most, np.maximum(most, 0) + 1, 0.5))
    return tail
