"""Soft pairwise accuracy: does a metric tell systems apart with the confidence that people have?

Source: Thompson et al. (WMT 2024), the official system-level score of WMT24 and WMT25. Its p-values
come from 1,000 sign flips drawn with a fixed seed, in single precision; the recipe is kept to the
bit, one matrix product included. Human scores hold many exact ties of sums, which single precision
breaks by its rounding: two machines whose BLAS adds in another order may differ by a few units of 1
/ (1000 pairs).
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.draws import Resamples
from sacreval.stats.single_thread_blas import steady

Singles = npt.NDArray[np.float32]

WMT_SEED = 4
WMT_RESAMPLES = 1_000


@lru_cache(maxsize=2)
def flips(n_inputs: int, resamples: int = WMT_RESAMPLES, seed: int = WMT_SEED) -> Singles:
    """Draw sign vectors, shape (resamples, inputs), shared by all pairs of systems.

    Args:
        n_inputs: Inputs.
        resamples: Sign vectors.
        seed: Of NumPy's default generator; 4 is the official one.
    """
    signs = np.random.default_rng(seed).random((resamples, n_inputs), dtype=np.float32)
    np.rint(signs, out=signs)
    signs *= 2
    signs -= 1
    signs.setflags(write=False)
    return signs


def pair_p_values(scores: Floats, signs: Singles) -> Floats:
    """One-sided p-values that system i is better than system k, for all i < k.

    Args:
        scores: Systems x inputs, complete.
        signs: From `flips`.

    Returns:
        Shape (pairs,), in the order of `numpy.triu_indices`.
    """
    rows = np.ascontiguousarray(scores, dtype=np.float32)
    totals = rows.sum(axis=1)
    # Along the contiguous axis run the resamples, so that each system meets all later ones at once.
    flipped = np.ascontiguousarray((signs @ rows.T).T)
    at_least = [
        np.count_nonzero(
            flipped[i] - flipped[i + 1 :] >= (totals[i] - totals[i + 1 :])[:, None], axis=1
        )
        for i in range(len(scores))
    ]
    return np.concatenate(at_least) / len(signs) if at_least else np.zeros(0)


@steady
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
    signs = flips(x.shape[1], resamples, seed)
    return float(_agreement(x, z, signs).mean())


@steady
def soft_accuracy_replicates(x: Floats, z: Floats, draws: Resamples) -> Floats:
    """Measure every resample, without the pairs of a system with its own copy.

    Args:
        x: Metric scores, systems x inputs, complete.
        z: Human scores, same shape, complete.
        draws: Of this shape.

    Returns:
        One value a resample, NaN where fewer than two different systems or no input are drawn.
    """
    i, k = np.triu_indices(len(x), 1)
    sizes = np.array([x.shape[1]]) if draws.inputs is None else draws.inputs.sum(axis=1)
    signs = flips(int(sizes.max(initial=0)))
    agreement = _agreement(x, z, signs) if draws.inputs is None else None
    values = np.empty(draws.count)
    for r in range(draws.count):
        each = agreement
        if each is None and draws.inputs is not None:
            columns = np.repeat(np.arange(x.shape[1]), draws.inputs[r])
            each = _agreement(x[:, columns], z[:, columns], signs[:, : len(columns)])
        w = np.ones(len(x)) if draws.systems is None else draws.systems[r].astype(np.float64)
        pairs = (w.sum() ** 2 - (w**2).sum()) / 2
        enough = pairs > 0 and sizes[r % len(sizes)] > 0
        values[r] = (w[i] * w[k] * each).sum() / pairs if enough else np.nan
    return values


@steady
def permuted_soft_accuracies(x: Floats, y: Floats, z: Floats, swapped: Iterable[Bools]) -> Floats:
    """Draw the difference of two metrics' soft accuracies under exchanges of their scores.

    Args:
        x: First metric, systems x inputs, complete.
        y: Second metric.
        z: Human scores.
        swapped: For each draw, the cells that change sides.
    """
    signs = flips(x.shape[1])
    human = pair_p_values(z, signs)
    draws = []
    for cells in swapped:
        hybrids = np.where(cells, y, x), np.where(cells, x, y)
        first, second = (np.abs(human - pair_p_values(h, signs)).mean() for h in hybrids)
        draws.append(second - first)
    return np.array(draws, dtype=np.float64)


def _agreement(x: Floats, z: Floats, signs: Singles) -> Floats:
    agreement: Floats = 1 - np.abs(pair_p_values(z, signs) - pair_p_values(x, signs))
    return agreement
