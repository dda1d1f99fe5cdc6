"""Soft pairwise accuracy: agreement of the p-values of system differences of metric and people.

Source: Thompson et al. (WMT 2024), the official system-level score of WMT24 and WMT25. Its p-values
come from 1,000 sign flips with a fixed seed, in single precision; this module computes them bit for
bit, including the order of one matrix product. Many sums of human scores are exactly tied, and
single precision breaks such ties by rounding: machines whose BLAS adds in another order may differ
by a few units of 1 / (1000 pairs).
"""

from collections.abc import Callable, Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Bools, Floats, Ints
from sacreval.stats.draws import Resamples, Weights
from sacreval.stats.memoize import memoize_last
from sacreval.stats.resampling import single_thread_blas

Singles = npt.NDArray[np.float32]

Counter = Callable[[Singles, Singles], Ints]
"""The function `count_at_least`, or a compiled kernel of it."""
MOST_COUNTS = 32_000_000
"""Counts of human scores of all resamples that are kept for the next metric: 64 MB."""

WMT_SEED = 4
WMT_RESAMPLES = 1_000


@lru_cache(maxsize=2)
def flips(n_inputs: int) -> Singles:
    """Draw sign vectors of 1 and -1, shape (resamples, inputs), shared by all pairs of systems."""
    signs = np.random.default_rng(WMT_SEED).random((WMT_RESAMPLES, n_inputs), dtype=np.float32)
    np.rint(signs, out=signs)
    signs *= 2
    signs -= 1
    signs.setflags(write=False)
    return signs


def count_at_least(flipped: Singles, totals: Singles) -> Ints:
    """Count the sign vectors under which systems differ by at least as much as without flips.

    Args:
        flipped: Sum of each system under each sign vector, shape (systems, signs).
        totals: Sum of each system, shape (systems,).

    Returns:
        Shape (pairs of systems,), in the order of `numpy.triu_indices`.
    """
    at_least = [
        np.count_nonzero(
            flipped[i] - flipped[i + 1 :] >= (totals[i] - totals[i + 1 :])[:, None], axis=1
        )
        for i in range(len(totals))
    ]
    return np.concatenate(at_least) if at_least else np.zeros(0, dtype=np.int64)


def pair_p_values(scores: Floats, signs: Singles, counter: Counter = count_at_least) -> Floats:
    """Compute one-sided p-values that system i is better than system k, for all i < k.

    Args:
        scores: Shape (systems, inputs), without NaN.
        signs: Sign vectors, shape (resamples, inputs), from `flips`.
        counter: `count_at_least`, or a compiled kernel of it.

    Returns:
        Shape (pairs,), in the order of `numpy.triu_indices`.
    """
    return _pair_counts(scores, signs, counter) / len(signs)


def _pair_counts(scores: Floats, signs: Singles, counter: Counter) -> Ints:
    rows = np.ascontiguousarray(scores, dtype=np.float32)
    # Sign vectors are contiguous, so that each system is compared with all later ones at once.
    return counter(np.ascontiguousarray((signs @ rows.T).T), rows.sum(axis=1))


@single_thread_blas
def soft_pairwise_accuracy(x: Floats, z: Floats) -> float:
    """Return one minus the mean absolute difference of p-values of metric and human scores.

    Args:
        x: Metric scores, shape (systems, inputs), without NaN.
        z: Human scores, same shape, without NaN.

    Returns:
        A number in [0, 1]; NaN with fewer than two systems or no input.
    """
    if x.shape[0] < 2 or x.shape[1] == 0:  # a pair needs two systems
        return float("nan")
    return float(_agreement(x, z, flips(x.shape[1])).mean())


@single_thread_blas
def soft_accuracy_replicates(
    x: Floats, z: Floats, draws: Resamples, counter: Counter = count_at_least
) -> Floats:
    """Compute the accuracy of every resample, without pairs of a system with its own copy.

    Args:
        x: Metric scores, shape (systems, inputs), without NaN.
        z: Human scores, same shape, without NaN.
        draws: Resamples of this shape.
        counter: `count_at_least`, or a compiled kernel of it.

    Returns:
        Shape (resamples,), NaN where fewer than two different systems, or no input, are drawn.
    """
    i, k = np.triu_indices(len(x), 1)
    drawn = np.array([x.shape[1]]) if draws.inputs is None else draws.inputs.sum(axis=1)
    sizes = np.broadcast_to(drawn, draws.count)
    signs = flips(int(sizes.max(initial=0)))
    agreement = _agreement(x, z, signs) if draws.inputs is None else None
    few = draws.count * len(i) <= MOST_COUNTS
    human = None
    if draws.inputs is not None and few:
        human = _drawn_counts(z, draws.inputs, signs, counter)
    values = np.empty(draws.count)
    for r in range(draws.count):
        each = agreement
        if each is None and draws.inputs is not None:
            columns = np.repeat(np.arange(x.shape[1]), draws.inputs[r])
            part = signs[:, : len(columns)]
            people = (
                pair_p_values(z[:, columns], part, counter)
                if human is None
                else human[r] / len(signs)
            )
            each = 1 - np.abs(people - pair_p_values(x[:, columns], part, counter))
        w = np.ones(len(x)) if draws.systems is None else draws.systems[r].astype(np.float64)
        pairs = (w.sum() ** 2 - (w**2).sum()) / 2
        enough = pairs > 0 and sizes[r] > 0
        values[r] = (w[i] * w[k] * each).sum() / pairs if enough else np.nan
    return values


@memoize_last(2)  # all metrics share them
def _drawn_counts(z: Floats, inputs: Weights, signs: Singles, counter: Counter) -> Weights:
    """Count as `count_at_least` in every resample of inputs, shape (resamples, pairs)."""
    counts = np.empty((len(inputs), len(z) * (len(z) - 1) // 2), dtype=np.uint16)
    for r, weights in enumerate(inputs):
        columns = np.repeat(np.arange(z.shape[1]), weights)
        counts[r] = _pair_counts(z[:, columns], signs[:, : len(columns)], counter)
    return counts


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
