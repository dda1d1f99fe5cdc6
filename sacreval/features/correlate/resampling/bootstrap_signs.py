"""Spearman and Kendall variants of weighted units, from the signs of pairs.

All sums are of small integers, which single precision represents exactly.
"""

import numpy as np
import numpy.typing as npt

from sacreval.features.correlate.measures.tie_classes import (
    Singles,
    TieClasses,
    column_ranks,
    weight_classes,
)
from sacreval.features.correlate.resampling.resampling_kernels import UNUSED, WeightForm
from sacreval.stats.arrays import Floats, blocks
from sacreval.stats.association.coefficients import Tau
from sacreval.stats.association.pairs import PairCounts
from sacreval.stats.association.row_coefficients import TiedAccuracy

Weights = npt.NDArray[np.uint16]
Ranks = npt.NDArray[np.int64]


class _WeightedTies:
    """Sums of powers of the weighted sizes of tie groups, including those of one unit."""

    def __init__(self, keys: Ranks, seen: npt.NDArray[np.bool_]) -> None:
        self._seen = None if seen.all() else seen.astype(np.float32)
        self._classes: TieClasses = weight_classes(keys, seen)

    def power_sum(self, weights: Singles, power: int) -> Floats:
        """Return the sum of size ** power over the tie groups of each column.

        Args:
            weights: Shape (resamples, units).
            power: The power.

        Returns:
            Shape (resamples, columns), or (resamples, 1) if it is the same for all columns.
        """
        own = weights**power
        alone = self._over_units(own)
        if self._classes.none:
            return alone
        sizes = self._classes.sizes(weights)
        shared = self._classes.per_column(sizes**power - own @ self._classes.change)
        total: Floats = alone + shared
        return total

    def distinct(self, weights: Singles) -> Floats:
        """Return the number of distinct values of each column."""
        own = (weights > 0).astype(np.float32)
        if self._classes.none:
            return self._over_units(own)
        merged = (self._classes.sizes(weights) > 0) - own @ self._classes.change
        total: Floats = self._over_units(own) + self._classes.per_column(merged)
        return total

    def cells(self, weights: Singles) -> Floats:
        """Return the number of cells of each column, counting copies."""
        return self._over_units(weights)

    def _over_units(self, amounts: Singles) -> Floats:
        if self._seen is None:
            return np.asarray(amounts.sum(axis=1, keepdims=True), dtype=np.float64)
        return np.asarray(amounts @ self._seen, dtype=np.float64)


class PairWeights(WeightForm):
    """Kendall variants, from weighted counts of pairs."""

    def __init__(self, x: Floats, z: Floats, coefficient: Tau) -> None:
        self._coefficient = coefficient
        seen = ~np.isnan(z)
        rank_x, rank_z = column_ranks(x, seen), column_ranks(z, seen)
        self._first, self._second = np.triu_indices(len(x), 1)
        small_x, small_z = rank_x.astype(np.int16), rank_z.astype(np.int16)
        i, k = self._first, self._second
        signs = (np.sign(small_x[i] - small_x[k]) * np.sign(small_z[i] - small_z[k])).astype(
            np.float32
        )
        self._signs = signs if seen.all() else signs * (seen[i] & seen[k])
        width = int(rank_z.max(initial=0)) + 2
        self._x, self._z = _WeightedTies(rank_x, seen), _WeightedTies(rank_z, seen)
        self._both = (
            _WeightedTies(rank_x * width + rank_z, seen) if coefficient.uses_joint else None
        )

    def of(self, weights: Weights) -> Floats:
        """See `WeightForm.of`."""
        w = weights.astype(np.float32)
        n = self._x.cells(w)
        copies, drawn = UNUSED, UNUSED
        if self._coefficient.over_all_pairs:
            copies = (self._x.cells(w**2) - n) / 2
            drawn = self._x.cells((w > 0).astype(np.float32))
        both = UNUSED if self._both is None else (self._both.power_sum(w, 2) - n) / 2
        distinct = UNUSED
        if self._coefficient.uses_distinct:
            distinct = np.minimum(self._x.distinct(w), self._z.distinct(w))
        counts = PairCounts(
            pairs=n * (n - 1) / 2,
            margin=((w[:, self._first] * w[:, self._second]) @ self._signs).astype(np.float64),
            human_ties=(self._z.power_sum(w, 2) - n) / 2,
            metric_ties=(self._x.power_sum(w, 2) - n) / 2,
            joint_ties=both,
            distinct=distinct,
            cells=n,
        )
        if self._coefficient.over_all_pairs:
            counts = counts.without_copies(copies, drawn)
        return self._coefficient.of_counts(counts)


class AgreementWeights(WeightForm):
    """Accuracy with a tie threshold in small groups, from weighted counts of agreeing pairs."""

    def __init__(self, x: Floats, z: Floats, coefficient: TiedAccuracy) -> None:
        self._first, self._second = np.triu_indices(len(x), 1)
        dx, dz = x[self._first] - x[self._second], z[self._first] - z[self._second]
        tied = np.abs(dx) <= coefficient.epsilon
        agree = np.where(tied, dz == 0, np.sign(dx) == np.sign(dz)) & ~np.isnan(dx)
        self._agree = agree.astype(np.float32)
        self._seen = (~np.isnan(z)).astype(np.float32)

    def of(self, weights: Weights) -> Floats:
        """See `WeightForm.of`."""
        w = weights.astype(np.float32)
        n = (w @ self._seen).astype(np.float64)
        pairs = (n**2 - (w**2) @ self._seen) / 2
        good = (w[:, self._first] * w[:, self._second]) @ self._agree
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(pairs > 0, good / pairs, np.nan)


class RankWeights(WeightForm):
    """Spearman, as twice a centred weighted rank is a weighted sum of signs."""

    def __init__(self, x: Floats, z: Floats) -> None:
        seen = ~np.isnan(z)
        rank_x, rank_z = column_ranks(x, seen), column_ranks(z, seen)
        self._signs = _all_signs(rank_x, seen), _all_signs(rank_z, seen)
        self._ties = _WeightedTies(rank_x, seen), _WeightedTies(rank_z, seen)

    def of(self, weights: Weights) -> Floats:
        """See `WeightForm.of`."""
        w = weights.astype(np.float32)
        cubes = self._ties[0].cells(w) ** 3
        spread_x, spread_z = (cubes - ties.power_sum(w, 3) for ties in self._ties)
        cross = self._cross(w)
        with np.errstate(invalid="ignore", divide="ignore"):
            rho = 3 * cross / np.sqrt(spread_x * spread_z)
        return np.where(np.isfinite(rho), rho, np.nan)

    def _cross(self, w: Singles) -> Floats:
        """Sum the weighted products of the doubled centred ranks of both sides over units."""
        n_units = w.shape[1]
        n_groups = self._signs[0].shape[1] // n_units
        cross = np.empty((len(w), n_groups))
        # Blocks of some hundred kilobytes stay in the cache of the processor between products.
        for rows in blocks(len(w), 1, 256):
            for groups in blocks(n_groups, n_units * 256, 200_000):
                cells = slice(groups.start * n_units, groups.stop * n_units)
                left, right = w[rows] @ self._signs[0][:, cells], w[rows] @ self._signs[1][:, cells]
                left *= right
                shaped = left.reshape(len(left), -1, n_units)
                cross[rows, groups] = np.matmul(shaped, w[rows, :, None])[:, :, 0]
        return cross


def _all_signs(ranks: Ranks, seen: npt.NDArray[np.bool_]) -> Singles:
    """Return the signs of the rank of unit i minus that of unit k, shape (k, groups * i)."""
    small = ranks.astype(np.int16)
    signs = np.sign(small.T[None, :, :] - small[:, :, None]).astype(np.float32)
    if not seen.all():
        signs *= seen.T[None, :, :] & seen[:, :, None]
    return np.ascontiguousarray(signs.reshape(len(ranks), -1))
