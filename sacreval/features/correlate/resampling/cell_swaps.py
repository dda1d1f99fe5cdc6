"""Pearson correlations and soft pairwise accuracies of metrics with single cells swapped.

Pearson correlations of hybrids of many metrics, whose single cells are swapped. The sums of scores,
of their squares and of their products with human scores are linear in the swaps, so that the sums
over swapped cells are those of single metrics, and all pairs of metrics share them.

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
from sacreval.stats.arrays import Bools, Floats, Ints, blocks, in_order, is_constant
from sacreval.stats.association.coefficients import PearsonCoefficient
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import Swaps
from sacreval.stats.resampling import single_thread_blas

MOST_PEARSON_SUMS = 4_000_000
"""Sums of one block of draws, which are kept twice: 64 MB."""
MOST_BITS = 4_000_000
"""Swaps of one block of draws, as numbers: 32 MB."""
DOUBTFUL = 1e-5
"""Share of a variance in its sum of squares below which it is computed from the scores."""


def arranged(values: Floats, level: Level) -> Floats:
    """Arrange matrices of shape (..., systems, inputs) by level as (..., groups, units)."""
    if level is Level.GROUP_BY_SYSTEM:
        return values
    if level is Level.SUMMARY:
        return np.swapaxes(values, -1, -2)
    return values.reshape(*values.shape[:-2], 1, -1)


class _Block(NamedTuple):
    """Sums of some draws, shape (3, metrics, groups * draws): kept cells, and swapped ones."""

    kept: Floats
    moved: Floats
    bits: Floats


class SharedMoments:
    """The moments of many metrics on the groups in which human scores vary."""

    def __init__(self, scores: Floats, z: Floats, level: Level) -> None:
        """Compute the sums of all cells.

        Args:
            scores: Scores of metrics, standardised, shape (metrics, systems, inputs), NaN where
                `z` has NaN.
            z: Human scores, shape (systems, inputs), NaN where missing.
            level: Summary, group-by-system or global.
        """
        human = arranged(z, level)
        varied = ~is_constant(human)
        self._level, self._varied = level, varied
        self._x, self._z = arranged(scores, level)[:, varied], human[varied]
        seen = ~np.isnan(self._z)
        n = np.maximum(seen.sum(axis=1), 1)
        dz = np.where(seen, self._z - np.nansum(self._z, axis=1, keepdims=True) / n[:, None], 0.0)
        dz /= np.sqrt((dz * dz).sum(axis=1, keepdims=True))
        filled = np.where(seen, self._x, 0.0)
        # A hybrid has cells of two metrics, which have to be centred alike.
        centre = filled.sum(axis=2).mean(axis=0) / n
        x = np.where(seen, filled - centre[:, None], 0.0)
        tables = np.stack([x / np.sqrt(n)[:, None], x * x, x * dz])
        self._n_metrics, self._n_groups = len(x), len(n)
        # Products of one group with all metrics and moments.
        self._tables = np.ascontiguousarray(np.moveaxis(tables.reshape(-1, *x.shape[1:]), 0, 1))
        self._whole = tables.sum(axis=3)
        self._limits = DOUBTFUL * self._whole[1]

    @property
    def cells_each(self) -> int:
        """Numbers of one draw, in units of the largest block of sums."""
        sums = 3 * self._n_metrics * self._n_groups
        return max(sums, self._z.size * MOST_PEARSON_SUMS // MOST_BITS)

    def block(self, swaps: Swaps, rows: slice) -> _Block:
        """Compute the sums of some draws."""
        bits = arranged(swaps.cells(rows).astype(np.float64), self._level)
        ordered = np.moveaxis(bits, 0, 2)[self._varied]
        moved = np.moveaxis(self._tables @ ordered, 1, 0)
        shape = 3, self._n_metrics, self._n_groups, rows.stop - rows.start
        moved = np.ascontiguousarray(moved).reshape(shape)
        kept = self._whole[..., None] - moved
        flat = 3, self._n_metrics, -1
        return _Block(kept.reshape(flat), moved.reshape(flat), ordered)

    def differences(self, block: _Block, first: int, second: int) -> Floats:
        """Compute the difference of the mean correlations of both hybrids, shape (draws,)."""
        means = [self._mean(block, metric, other) for metric, other in _both(first, second)]
        return means[0] - means[1]

    def _mean(self, block: _Block, metric: int, other: int) -> Floats:
        """Average the correlations of the hybrid of one metric with swapped cells of another."""
        shape = self._n_groups, -1
        total = block.kept[0, metric] + block.moved[0, other]
        variance = block.kept[1, metric] + block.moved[1, other]
        r = block.kept[2, metric] + block.moved[2, other]
        total *= total
        variance -= total
        limit = (self._limits[metric] + self._limits[other])[:, None]
        doubtful = variance.reshape(shape) <= limit
        with np.errstate(invalid="ignore", divide="ignore"):
            r /= np.sqrt(variance, out=variance)
        values = r.reshape(shape)
        if not doubtful.any():
            means: Floats = values.mean(axis=0)
            return means
        for g, d in zip(*np.nonzero(doubtful), strict=True):
            hybrid = np.where(block.bits[g, :, d] == 1, self._x[other, g], self._x[metric, g])
            values[g, d] = PearsonCoefficient().of(hybrid, self._z[g])
        defined = ~np.isnan(values)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.where(defined, values, 0.0).sum(axis=0) / defined.sum(axis=0))


def _both(first: int, second: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return (first, second), (second, first)


@single_thread_blas
def pearsons_of_swaps(
    scores: Floats,
    z: Floats,
    level: Level,
    swaps: Swaps,
    *,
    pairs: Ints,
    workers: int = 1,
    advance: Callable[[int], None] = lambda _done: None,
) -> Floats:
    """Compute the differences of mean correlations of many pairs of metrics after each exchange.

    Args:
        scores: Scores of metrics, standardised, shape (metrics, systems, inputs), NaN in the same
            cells as `z`.
        z: Human scores, shape (systems, inputs), NaN where missing.
        level: Summary, group-by-system or global.
        swaps: Exchanges of this shape.
        pairs: Indices of both metrics, shape (pairs, 2).
        workers: Number of threads.
        advance: Called with the number of draws that are done since the last call.

    Returns:
        Shape (pairs, draws), NaN where undefined.
    """
    shared, values = SharedMoments(scores, z, level), np.empty((len(pairs), swaps.resamples))
    parts = list(blocks(swaps.resamples, shared.cells_each, max(1, MOST_PEARSON_SUMS // workers)))

    def compute(rows: slice) -> Floats:
        block = shared.block(swaps, rows)
        return np.array([shared.differences(block, first, second) for first, second in pairs])

    for rows, differences in zip(parts, in_order(compute, parts, workers), strict=True):
        values[:, rows] = differences
        advance(rows.stop - rows.start)
    return values


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


class AccuracyBounds(NamedTuple):
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
            for metric, other in ((first, second), (second, first)):
                sums = whole[metric] - part[metric] + part[other]
                differences.append(sums[i] - sums[k])
            out[r, p] = _distances(differences, human, np.float32(0))
            size, distance = near[p]
            if abs(abs(out[r, p, 2] - out[r, p, 0]) - size) <= distance:
                out[r, p] = _distances(differences, human, slack[p])
    return out


def _distances(differences: list[Singles], human: Ints, slack: np.float32) -> list[int]:
    """Return the least and the greatest distance of each hybrid."""
    bounds: list[int] = []
    for difference in differences:
        surely, perhaps = (
            np.count_nonzero(difference >= least, axis=1) for least in (slack, -slack)
        )
        bounds.append(int(np.maximum(np.maximum(surely - human, human - perhaps), 0).sum()))
        bounds.append(int(np.maximum(np.abs(surely - human), np.abs(perhaps - human)).sum()))
    return bounds


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
        slack: Singles = (_ROUNDINGS * 2.0**-24 * np.sqrt(n * squares)).astype(np.float32)
        return slack

    def bounds(self, cells: Bools, pairs: Ints, near: Floats, kernel: Distances) -> AccuracyBounds:
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
        ends = kernel(
            self._whole,
            moved,
            pairs,
            self._human,
            slack=self.slack(pairs),
            near=np.ascontiguousarray(near * self.scale),
        )
        first_least, first_most, second_least, second_most = np.moveaxis(ends, 2, 0)
        low, high = second_least - first_most, second_most - first_least
        return AccuracyBounds(low.T / self.scale, high.T / self.scale)


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
        middle = bounds.middle
        for p, r in zip(*np.nonzero(_undecided(bounds, observed)), strict=True):
            x, y = (scores[m] for m in pairs[p])
            middle[p, r] = permuted_soft_accuracies(x, y, z, [swapped[r]])[0]
        return Computed(middle, (bounds.high - bounds.low).max(axis=1, initial=0.0))

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


def _undecided(bounds: AccuracyBounds, observed: Floats) -> Bools:
    """Return which draws may be as large as the observed difference, or its negative, or not."""
    low, high = bounds.low - 2 * SLACK, bounds.high + 2 * SLACK
    wide = bounds.high > bounds.low
    either = [(low <= side[:, None]) & (side[:, None] <= high) for side in (observed, -observed)]
    return np.asarray(wide & (either[0] | either[1]))
