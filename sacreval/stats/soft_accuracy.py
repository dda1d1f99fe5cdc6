"""Soft pairwise accuracy: does a metric tell systems apart with the confidence that people have?

Source: Thompson et al. (WMT 2024), the official system-level score of WMT24 and WMT25. Its p-values
come from 1,000 sign flips drawn with a fixed seed, in single precision; the recipe is kept to the
bit, one matrix product included. Human scores hold many exact ties of sums, which single precision
breaks by its rounding: two machines whose BLAS adds in another order may differ by a few units of 1
/ (1000 pairs).
"""

import numpy as np

from sacreval.stats.arrays import Floats, blocks

WMT_SEED = 4
WMT_RESAMPLES = 1_000


def pair_p_values(scores: Floats, resamples: int = WMT_RESAMPLES, seed: int = WMT_SEED) -> Floats:
    """One-sided p-values that system i is better than system k, for all i < k.

    Args:
        scores: Systems x inputs, complete.
        resamples: Sign vectors, shared by all pairs.
        seed: Of NumPy's default generator; 4 is the official one.

    Returns:
        Shape (pairs,), in the order of `numpy.triu_indices`.
    """
    n_systems, n_inputs = scores.shape
    signs = np.random.default_rng(seed).random((resamples, n_inputs), dtype=np.float32)
    signs = np.rint(signs) * np.float32(2) - np.float32(1)
    rows = np.ascontiguousarray(scores, dtype=np.float32)
    totals, flipped = rows.sum(axis=1), signs @ rows.T
    i, k = np.triu_indices(n_systems, 1)
    observed = totals[i] - totals[k]
    at_least = np.zeros(len(i), dtype=np.int64)
    for part in blocks(resamples, len(i)):
        null = flipped[part]
        at_least += (null[:, i] - null[:, k] >= observed).sum(axis=0)
    return at_least / resamples


def soft_pairwise_accuracy(
    x: Floats, z: Floats, resamples: int = WMT_RESAMPLES, seed: int = WMT_SEED
) -> float:
    """One minus the mean difference between the p-values of people and of the metric.

    Args:
        x: Metric scores, systems x inputs, complete.
        z: Human scores, same shape, complete.
        resamples: Sign vectors.
        seed: 4 in the official recipe.

    Returns:
        A number in [0, 1]; NaN with fewer than two systems or no input.
    """
    if x.shape[0] < 2 or x.shape[1] == 0:  # noqa: PLR2004 - a pair needs two systems
        return float("nan")
    human = pair_p_values(z, resamples, seed)
    metric = pair_p_values(x, resamples, seed)
    return float(1 - np.abs(human - metric).mean())
