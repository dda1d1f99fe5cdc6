"""Soft pairwise accuracy: agreement of the p-values of system differences of metric and people.

Source: Thompson et al. (WMT 2024), the official system-level score of WMT24 and WMT25. Its p-values
come from 1,000 sign flips with a fixed seed, in single precision; this module computes them bit for
bit, including the order of one matrix product. Many sums of human scores are exactly tied, and
single precision breaks such ties by rounding: machines whose BLAS adds in another order may differ
by a few units of 1 / (1000 pairs).
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.draws import Resamples
from sacreval.stats.single_thread_blas import single_thread_blas

Singles = npt.NDArray[np.float32]

WMT_SEED = 4
WMT_RESAMPLES = 1_000


@lru_cache(maxsize=2)
def flips(n_inputs: int, resamples: int = WMT_RESAMPLES, seed: int = WMT_SEED) -> Singles:
    """Draw sign vectors of 1 and -1, shape (resamples, inputs), shared by all pairs of systems.

    Args:
        n_inputs: Number of inputs.
        resamples: Number of sign vectors.
        seed: Seed of NumPy's default generator; the official seed is 4.
    """
    signs = np.random.default_rng(seed).random((resamples, n_inputs), dtype=np.float32)
    np.rint(signs, out=signs)
    signs *= 2
    signs -= 1
    signs.setflags(write=False)
    return signs


def pair_p_values(scores: Floats, signs: Singles) -> Floats:
    """Compute one-sided p-values that system i is better than system k, for all i < k.

    Args:
        scores: Shape (systems, inputs), without NaN.
        signs: Sign vectors, shape (resamples, inputs), from `flips`.

    Returns:
        Shape (pairs,), in the order of `numpy.triu_indices`.
    """
    rows = np.ascontiguousarray(scores, dtype=np.float32)
    totals = rows.sum(axis=1)
    # Resamples are contiguous, so that each system is compared with all later ones at once.
    flipped = np.ascontiguousarray((signs @ rows.T).T)
    at_least = [
        np.count_nonzero(
            flipped[i] - flipped[i + 1 :] >= (totals[i] - totals[i + 1 :])[:, None], axis=1
        )
        for i in range(len(scores))
    ]
    return np.concatenate(at_least) / len(signs) if at_least else np.zeros(0)


@single_thread_blas
def soft_pairwise_accuracy(
    x: Floats, z: Floats, resamples: int = WMT_RESAMPLES, seed: int = WMT_SEED
) -> float:
    """Return one minus the mean absolute difference of p-values of metric and human scores.

    Args:
        x: Metric scores, shape (systems, inputs), without NaN.
        z: Human scores, same shape, without NaN.
        resamples: Number of sign vectors.
        seed: Seed of the sign vectors; the official seed is 4.

    Returns:
        A number in [0, 1]; NaN with fewer than two systems or no input.
    """
    if x.shape[0] < 2 or x.shape[1] == 0:  # noqa: PLR2004 - a pair needs two systems
        return float("nan")
    signs = flips(x.shape[1], resamples, seed)
    return float(_agreement(x, z, signs).mean())


@single_thread_blas
def soft_accuracy_replicates(x: Floats, z: Floats, draws: Resamples) -> Floats:
    """Compute the accuracy of every resample, without pairs of a system with its own copy.

    Args:
        x: Metric scores, shape (systems, inputs), without NaN.
        z: Human scores, same shape, without NaN.
        draws: Resamples of this shape.

    Returns:
        Shape (resamples,), NaN where fewer than two different systems, or no input, are drawn.
    """
    i, k = np.triu_indices(len(x), 1)
    drawn = np.array([x.shape[1]]) if draws.inputs is None else draws.inputs.sum(axis=1)
    sizes = np.broadcast_to(drawn, draws.count)
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
        enough = pairs > 0 and sizes[r] > 0
        values[r] = (w[i] * w[k] * each).sum() / pairs if enough else np.nan
    return values


@single_thread_blas
def permuted_soft_accuracies(x: Floats, y: Floats, z: Floats, swapped: Iterable[Bools]) -> Floats:
    """Compute the difference of two soft accuracies after each exchange of scores.

    Args:
        x: Scores of the first metric, shape (systems, inputs), without NaN.
        y: Scores of the second metric, same shape.
        z: Human scores, same shape.
        swapped: For each draw, whether each cell is exchanged, same shape.

    Returns:
        Differences, shape (draws,).
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
