"""Pearson correlations of hybrids of many metrics, whose single cells are swapped.

The sums of scores, of their squares and of their products with human scores are linear in the
swaps, so that the sums over swapped cells are those of single metrics, and all pairs of metrics
share them.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, Ints, blocks, is_constant
from sacreval.stats.association.coefficients import PearsonCoefficient
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import Swaps
from sacreval.stats.single_thread_blas import single_thread_blas
from sacreval.stats.threads import in_order

MOST_SUMS = 4_000_000
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
        return max(sums, self._z.size * MOST_SUMS // MOST_BITS)

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
        means = [self._mean(block, own, other) for own, other in _both(first, second)]
        return means[0] - means[1]

    def _mean(self, block: _Block, own: int, other: int) -> Floats:
        """Average the correlations of the hybrid of one metric with swapped cells of another."""
        shape = self._n_groups, -1
        total = block.kept[0, own] + block.moved[0, other]
        variance = block.kept[1, own] + block.moved[1, other]
        r = block.kept[2, own] + block.moved[2, other]
        total *= total
        variance -= total
        limit = (self._limits[own] + self._limits[other])[:, None]
        doubtful = variance.reshape(shape) <= limit
        with np.errstate(invalid="ignore", divide="ignore"):
            r /= np.sqrt(variance, out=variance)
        values = r.reshape(shape)
        if not doubtful.any():
            means: Floats = values.mean(axis=0)
            return means
        for g, d in zip(*np.nonzero(doubtful), strict=True):
            hybrid = np.where(block.bits[g, :, d] == 1, self._x[other, g], self._x[own, g])
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
    parts = list(blocks(swaps.resamples, shared.cells_each, max(1, MOST_SUMS // workers)))

    def compute(rows: slice) -> Floats:
        block = shared.block(swaps, rows)
        return np.array([shared.differences(block, first, second) for first, second in pairs])

    for rows, found in zip(parts, in_order(compute, parts, workers), strict=True):
        values[:, rows] = found
        advance(rows.stop - rows.start)
    return values
