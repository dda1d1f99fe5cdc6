"""Soft pairwise accuracy of hybrids of many metrics, whose single cells are swapped.

A sum over the cells of a hybrid is linear in the swaps, so that the products of sign vectors and
scores are those of single metrics, and all pairs of metrics share them. A system is at least as
good as another under a sign vector if its sum, less the sum without signs, is at least that of the
other. Where two sums differ by no more than the rounding of single precision, both outcomes are kept as bounds;
a draw is computed from its own scores, as `permuted_soft_accuracies` does, where the bounds do not
tell whether it is as large as the observed difference.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Bools, Floats, Ints, blocks
from sacreval.stats.permutation import SLACK
from sacreval.stats.single_thread_blas import single_thread_blas
from sacreval.stats.soft_accuracy import flips, pair_p_values, permuted_soft_accuracies
from sacreval.stats.threads import in_order

Singles = npt.NDArray[np.float32]
CellsOf = Callable[[slice], Bools]
"""Whether each cell is swapped in some draws, shape (draws, systems, inputs)."""

MOST_SUMS = 8_000_000
"""Sums of the sign vectors of one block of draws: 32 MB."""
_ROUNDINGS = 8.0
"""Differences of two sums of n scores up to this number of roundings of n scores of average size
are rounding: some twenty standard errors of a sum, whose errors are independent."""


class Bounds(NamedTuple):
    """Bounds of the difference of two soft accuracies after each exchange, shape (pairs, draws)."""

    low: Floats
    high: Floats

    @property
    def middle(self) -> Floats:
        """The mean of both, which is the difference where they are equal."""
        return (self.low + self.high) / 2


def _less_total(scores: Singles, signs: Singles) -> Singles:
    """Sum scores (..., inputs) under sign vectors (inputs, signs), less the sum without signs."""
    sums: Singles = scores @ signs
    sums -= scores.sum(axis=-1, keepdims=True, dtype=np.float64).astype(np.float32)
    return sums


Distances = Callable[[Singles, Singles, Ints, Ints, Singles], Ints]
"""The function `distances`, or a compiled kernel of it."""


def distances(whole: Singles, moved: Singles, pairs: Ints, human: Ints, slack: Singles) -> Ints:
    """Compute bounds of the distances of hybrids of metrics from human scores.

    Args:
        whole: Sum under each sign vector less the sum without signs, shape (systems, metrics,
            signs).
        moved: The part of it of swapped cells, shape (draws, systems, metrics, signs).
        pairs: Indices of both metrics, shape (pairs, 2).
        human: Number of sign vectors for which a system is at least as good as a later one, by
            human scores, shape (pairs of systems,).
        slack: Largest difference of two sums that may be rounding, shape (pairs,).

    Returns:
        Shape (draws, pairs, 4): the least and the greatest sum over pairs of systems of the
        difference of counts, of the hybrid of first cells and swapped second ones, and of the
        other.
    """
    out = np.zeros((len(moved), len(pairs), 4), dtype=np.int64)
    i, k = np.triu_indices(len(whole), 1)
    for r, part in enumerate(moved):
        for p, (first, second) in enumerate(pairs):
            for column, (own, other) in enumerate(((first, second), (second, first))):
                sums = whole[:, own] - part[:, own] + part[:, other]
                difference = sums[i] - sums[k]
                surely, perhaps = (
                    np.count_nonzero(difference >= least, axis=1)
                    for least in (slack[p], -slack[p])
                )
                nearest = np.maximum(np.maximum(surely - human, human - perhaps), 0)
                farthest = np.maximum(np.abs(surely - human), np.abs(perhaps - human))
                out[r, p, 2 * column : 2 * column + 2] = nearest.sum(), farthest.sum()
    return out


class SharedSigns:
    """The sums under sign vectors of many metrics, of human scores, and of swapped cells."""

    def __init__(self, scores: Floats, z: Floats) -> None:
        """Compute the sums of all cells.

        Args:
            scores: Scores of metrics, standardised, shape (metrics, systems, inputs), without NaN.
            z: Human scores, shape (systems, inputs), without NaN.
        """
        signs = flips(z.shape[1])
        self._signs = len(signs)
        self._human = np.rint(pair_p_values(z, signs) * len(signs)).astype(np.int64)
        self._by_input = np.ascontiguousarray(signs.T)
        # Products of one system and all metrics.
        self._scores = np.ascontiguousarray(scores.swapaxes(0, 1), dtype=np.float32)
        self._whole = _less_total(self._scores, self._by_input)
        squares = np.einsum("smn,smn->sm", scores.swapaxes(0, 1), scores.swapaxes(0, 1))
        self._squares = squares.max(axis=0, initial=0.0)

    @property
    def sums(self) -> int:
        """Number of sums of one draw."""
        return self._whole.size

    def slack(self, pairs: Ints) -> Singles:
        """Return the largest difference of two sums that may be rounding, for each pair."""
        n, squares = self._scores.shape[2], self._squares[pairs].max(axis=1)
        found: Singles = (_ROUNDINGS * 2.0**-24 * np.sqrt(n * squares)).astype(np.float32)
        return found

    def bounds(self, cells: Bools, pairs: Ints, kernel: Distances) -> Bounds:
        """Compute bounds of the differences of some draws.

        Args:
            cells: Whether each cell is swapped, shape (draws, systems, inputs).
            pairs: Indices of both metrics, shape (pairs, 2).
            kernel: `distances`, or a compiled kernel of it.
        """
        moved = np.empty((len(cells), *self._whole.shape), dtype=np.float32)
        for r, draw in enumerate(cells):
            for s, swapped in enumerate(draw):
                chosen = np.flatnonzero(swapped)
                moved[r, s] = _less_total(self._scores[s][:, chosen], self._by_input[chosen])
        found = kernel(self._whole, moved, pairs, self._human, self.slack(pairs))
        first_least, first_most, second_least, second_most = np.moveaxis(found, 2, 0)
        scale = self._signs * len(self._human)
        return Bounds(
            (second_least - first_most).T / scale, (second_most - first_least).T / scale
        )


@single_thread_blas
def soft_accuracies_of_swaps(
    scores: Floats,
    z: Floats,
    cells: CellsOf,
    draws: int,
    *,
    pairs: Ints,
    observed: Floats,
    kernel: Distances = distances,
    workers: int = 1,
    advance: Callable[[int], None] = lambda _done: None,
) -> Floats:
    """Compute the differences of two soft accuracies of many pairs of metrics after each exchange.

    Draws that may be as large as the observed difference, or as its negative, are those of
    `permuted_soft_accuracies`; others differ from these by the rounding of single precision at
    most, as if a sum were added in another order.

    Args:
        scores: Scores of metrics, standardised, shape (metrics, systems, inputs), without NaN.
        z: Human scores, shape (systems, inputs), without NaN.
        cells: Returns whether each cell is swapped in some draws.
        draws: Number of draws.
        pairs: Indices of both metrics, shape (pairs, 2).
        observed: Observed difference of each pair, shape (pairs,).
        kernel: `distances`, or a compiled kernel of it.
        workers: Number of threads.
        advance: Called with the number of draws that are done since the last call.

    Returns:
        Shape (pairs, draws).
    """
    shared, values = SharedSigns(scores, z), np.empty((len(pairs), draws))
    limit = max(1, MOST_SUMS // workers)
    parts = list(blocks(draws, shared.sums, limit))

    def compute(part: slice) -> Floats:
        swapped = cells(part)
        bounds = shared.bounds(swapped, pairs, kernel)
        found = bounds.middle
        for p, r in zip(*np.nonzero(_undecided(bounds, observed)), strict=True):
            x, y = (scores[m] for m in pairs[p])
            found[p, r] = permuted_soft_accuracies(x, y, z, [swapped[r]])[0]
        return found

    for part, found in zip(parts, in_order(compute, parts, workers), strict=True):
        values[:, part] = found
        advance(part.stop - part.start)
    return values


def _undecided(bounds: Bounds, observed: Floats) -> Bools:
    """Return which draws may be as large as the observed difference, or its negative, or not."""
    low, high = bounds.low - 2 * SLACK, bounds.high + 2 * SLACK
    wide = bounds.high > bounds.low
    either = [
        (low <= side[:, None]) & (side[:, None] <= high) for side in (observed, -observed)
    ]
    return np.asarray(wide & (either[0] | either[1]))
