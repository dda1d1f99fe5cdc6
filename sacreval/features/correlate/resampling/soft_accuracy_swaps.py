"""Soft pairwise accuracy of hybrids of many metrics, whose single cells are swapped.

A sum over the cells of a hybrid is linear in the swaps, so that the products of sign vectors and
scores are those of single metrics, and all pairs of metrics share them. A system is at least as
good as another under a sign vector if its sum, less the sum without signs, is at least that of the
other. Near the observed difference, both outcomes are kept as bounds where two sums differ by no
more than the rounding of single precision; a draw is computed from its own scores, as
`permuted_soft_accuracies` does, where the bounds do not tell whether it is as large as the observed
difference.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from sacreval.features.correlate.measures.soft_accuracy import (
    flips,
    pair_p_values,
    permuted_soft_accuracies,
)
from sacreval.features.correlate.resampling.permutation import SLACK
from sacreval.stats.arrays import Bools, Floats, Ints
from sacreval.stats.single_thread_blas import single_thread_blas
from sacreval.stats.threads import in_order

Singles = npt.NDArray[np.float32]
CellsOf = Callable[[slice], Bools]
"""Whether each cell is swapped in some draws, shape (draws, systems, inputs)."""

MOST_SUMS = 8_000_000
"""Sums of the sign vectors of one block of draws: 32 MB."""
FIRST = 32
"""Draws that all have bounds; later ones have them near the observed difference only."""
_LARGER, _MORE = 4.0, 50.0
"""How near is near: times the widest bounds of the first draws, and comparisons more. Without ties
one comparison in three draws is within rounding."""
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


class Distances(Protocol):
    """The function `distances`, or a compiled kernel of it."""

    def __call__(
        self,
        whole: Singles,
        moved: Singles,
        pairs: Ints,
        human: Ints,
        *,
        slack: Singles,
        near: Floats,
    ) -> Ints:
        """See `distances`."""


def distances(
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
    out = np.zeros((len(moved), len(pairs), 4), dtype=np.int64)
    i, k = np.triu_indices(whole.shape[1], 1)
    for r, part in enumerate(moved):
        for p, (first, second) in enumerate(pairs):
            differences = []
            for own, other in ((first, second), (second, first)):
                sums = whole[own] - part[own] + part[other]
                differences.append(sums[i] - sums[k])
            out[r, p] = _distances(differences, human, np.float32(0))
            size, distance = near[p]
            if abs(abs(out[r, p, 2] - out[r, p, 0]) - size) <= distance:
                out[r, p] = _distances(differences, human, slack[p])
    return out


def _distances(differences: list[Singles], human: Ints, slack: np.float32) -> list[int]:
    """Return the least and the greatest distance of each hybrid."""
    found: list[int] = []
    for difference in differences:
        surely, perhaps = (
            np.count_nonzero(difference >= least, axis=1) for least in (slack, -slack)
        )
        found.append(int(np.maximum(np.maximum(surely - human, human - perhaps), 0).sum()))
        found.append(int(np.maximum(np.abs(surely - human), np.abs(perhaps - human)).sum()))
    return found


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
        self._whole = np.stack(
            [_less_total(of_system, self._by_input) for of_system in self._scores], axis=1
        )
        squares = np.einsum("smn,smn->sm", scores.swapaxes(0, 1), scores.swapaxes(0, 1))
        self._squares = squares.max(axis=0, initial=0.0)

    @property
    def sums(self) -> int:
        """Number of sums of one draw."""
        return self._whole.size

    @property
    def scale(self) -> int:
        """Number of comparisons, of which a difference is a share."""
        return self._signs * len(self._human)

    def slack(self, pairs: Ints) -> Singles:
        """Return the largest difference of two sums that may be rounding, for each pair."""
        n, squares = self._scores.shape[2], self._squares[pairs].max(axis=1)
        found: Singles = (_ROUNDINGS * 2.0**-24 * np.sqrt(n * squares)).astype(np.float32)
        return found

    def bounds(self, cells: Bools, pairs: Ints, near: Floats, kernel: Distances) -> Bounds:
        """Compute bounds of the differences of some draws.

        Args:
            cells: Whether each cell is swapped, shape (draws, systems, inputs).
            pairs: Indices of both metrics, shape (pairs, 2).
            near: A size of differences and the distance from it within which they have bounds,
                shape (pairs, 2).
            kernel: `distances`, or a compiled kernel of it.
        """
        moved = np.empty((len(cells), *self._whole.shape), dtype=np.float32)
        for r, draw in enumerate(cells):
            for s, swapped in enumerate(draw):
                chosen = np.flatnonzero(swapped)
                moved[r, :, s] = _less_total(self._scores[s][:, chosen], self._by_input[chosen])
        found = kernel(
            self._whole,
            moved,
            pairs,
            self._human,
            slack=self.slack(pairs),
            near=np.ascontiguousarray(near * self.scale),
        )
        first_least, first_most, second_least, second_most = np.moveaxis(found, 2, 0)
        low, high = second_least - first_most, second_most - first_least
        return Bounds(low.T / self.scale, high.T / self.scale)


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
    near = np.stack([np.abs(observed), np.full(len(pairs), np.inf)], axis=1)

    def compute(part: slice) -> Computed:
        swapped = cells(part)
        bounds = shared.bounds(swapped, pairs, near, kernel)
        found = bounds.middle
        for p, r in zip(*np.nonzero(_undecided(bounds, observed)), strict=True):
            x, y = (scores[m] for m in pairs[p])
            found[p, r] = permuted_soft_accuracies(x, y, z, [swapped[r]])[0]
        return Computed(found, (bounds.high - bounds.low).max(axis=1, initial=0.0))

    for sample in (slice(0, min(FIRST, draws)), slice(min(FIRST, draws), draws)):
        step = max(1, limit // max(1, shared.sums))
        starts = range(sample.start, sample.stop, step)
        parts = [slice(start, min(start + step, sample.stop)) for start in starts]
        widest = np.zeros(len(pairs))
        for part, computed in zip(parts, in_order(compute, parts, workers), strict=True):
            values[:, part] = computed.values
            widest = np.maximum(widest, computed.widest)
            advance(part.stop - part.start)
        near = np.stack([np.abs(observed), _LARGER * widest + _MORE / shared.scale], axis=1)
    return values


class Computed(NamedTuple):
    """Differences of some draws, and the widest bounds of each pair."""

    values: Floats
    widest: Floats


def _undecided(bounds: Bounds, observed: Floats) -> Bools:
    """Return which draws may be as large as the observed difference, or its negative, or not."""
    low, high = bounds.low - 2 * SLACK, bounds.high + 2 * SLACK
    wide = bounds.high > bounds.low
    either = [(low <= side[:, None]) & (side[:, None] <= high) for side in (observed, -observed)]
    return np.asarray(wide & (either[0] | either[1]))
