"""How scores of records vary over their samples: variances of U-statistics, without bias."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING

from sacreval.core.metric import Noise

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def noise(kernel: Sequence[float], samples: Array, correct: Array) -> Noise | None:
    """Estimate the variance of scores that average a kernel over all subsets of samples.

    The square of the true score is estimated by the mean product of the kernel over disjoint
    subsets, so that the variance is without bias; that of one record may lie below 0.

    Args:
        kernel: Value of k samples of which 0, 1, ..., k are correct, in [0, 1].
        samples: Number of samples of each record, array (n,).
        correct: Number of correct ones, array (n,).

    Returns:
        The noise; None where a record has fewer than 2 k samples, or there is none.

    Source: Hoeffding (1948), for the largest variance too: k of n of that of the kernel.
    """
    import numpy as np

    k = len(kernel) - 1
    if len(samples) == 0 or samples.min() < 2 * k:
        return None
    pairs, place = np.unique(np.stack([samples, correct]), axis=1, return_inverse=True)
    found = [_variance(kernel, int(n), int(c)) for n, c in pairs.T]
    return Noise(np.array(found)[place.ravel()], k / samples, samples, is_mean=k == 1)


def _variance(kernel: Sequence[float], n: int, c: int) -> float:
    k = len(kernel) - 1
    score = average(kernel, n, c)
    product = sum(
        _ways(j, n, c, k) * kernel[j] * average(kernel, n - k, c - j)
        for j in range(max(0, k - n + c), min(c, k) + 1)
        if kernel[j]
    )
    return score * score - product / comb(n, k)


def average(kernel: Sequence[float], n: int, c: int) -> float:
    """Average a kernel over all subsets of k of n samples, of which c are correct."""
    k = len(kernel) - 1
    return sum(_ways(j, n, c, k) * kernel[j] for j in range(min(c, k) + 1)) / comb(n, k)


def _ways(j: int, n: int, c: int, k: int) -> int:
    return comb(c, j) * comb(n - c, k - j) if k - j <= n - c else 0
