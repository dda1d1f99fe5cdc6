"""Correlations of thousands of bootstrap resamples at once, as matrix products of unit weights.

Spearman and Kendall variants of weighted units, from the signs of pairs. All sums are of small
integers, which single precision represents exactly.

The weight of a unit (a system) is the number of times that a resample draws it. Moments are linear
in the weights, counts of ordered pairs are quadratic, and a weighted rank is a weighted sum of
signs, so that Spearman is a matrix product too. Copies of a unit are tied; coefficients over all
pairs leave out the pairs of a unit with its own copy, which agree for every metric.
"""

import numpy as np
import numpy.typing as npt

from sacreval.features.correlate.resampling.resampling_kernels import (
    MAX_UNITS,
    UNUSED,
    Singles,
    TieClasses,
    WeightForm,
    column_ranks,
    weight_classes,
)
from sacreval.stats.arrays import BLOCK_CELLS, Bools, Floats, blocks, is_constant
from sacreval.stats.association.coefficients import (
    Coefficient,
    PearsonCoefficient,
    SpearmanCoefficient,
    Tau,
)
from sacreval.stats.association.pair_counts import PairCounts
from sacreval.stats.association.row_coefficients import AgreeingPairs, TiedAccuracy

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
        powers = weights**power
        alone = self.cells(powers)
        if self._classes.none:
            return alone
        sizes = self._classes.sizes(weights)
        shared = self._classes.per_column(sizes**power - powers @ self._classes.change)
        total: Floats = alone + shared
        return total

    def distinct(self, weights: Singles) -> Floats:
        """Return the number of distinct values of each column."""
        drawn = (weights > 0).astype(np.float32)
        if self._classes.none:
            return self.cells(drawn)
        merged = (self._classes.sizes(weights) > 0) - drawn @ self._classes.change
        total: Floats = self.cells(drawn) + self._classes.per_column(merged)
        return total

    def cells(self, amounts: Singles) -> Floats:
        """Return the sum of the amounts of the cells of each column."""
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


def weight_form(x: Floats, z: Floats, coefficient: Coefficient) -> WeightForm:
    """Return the fastest kernel of a coefficient.

    Args:
        x: Metric scores, shape (units, groups), NaN in the same cells as `z`.
        z: Human scores, same shape.
        coefficient: The coefficient.
    """
    if isinstance(coefficient, PearsonCoefficient):
        return _WeightedMoments(x, z)
    if isinstance(coefficient, SpearmanCoefficient) and len(x) <= MAX_UNITS:
        return RankWeights(x, z)
    if isinstance(coefficient, Tau) and len(x) <= MAX_UNITS:
        return PairWeights(x, z, coefficient)
    if isinstance(coefficient, TiedAccuracy):
        few = len(x) <= MAX_UNITS
        return (AgreementWeights if few else _WideAgreement)(x, z, coefficient)
    return _Gathered(x, z, coefficient)


class _Gathered(WeightForm):
    """Any coefficient, computed on copies of the drawn cells."""

    def __init__(self, x: Floats, z: Floats, coefficient: Coefficient) -> None:
        self._x, self._z, self._coefficient = x.T, z.T, coefficient

    def of(self, weights: Weights) -> Floats:
        """See `WeightForm.of`."""
        drawn = draw_indices(weights)
        values = np.empty((len(weights), len(self._x)))
        for part in blocks(len(weights), self._x.size, BLOCK_CELLS // 2):
            x = np.moveaxis(self._x[:, drawn[part]], 0, 1)
            z = np.moveaxis(self._z[:, drawn[part]], 0, 1)
            values[part] = self._coefficient.of_resample(x, z, drawn[part, None])
        return values


def draw_indices(weights: Weights) -> npt.NDArray[np.int64]:
    """Return the sorted indices of drawn units, shape (resamples, total); rows have one total."""
    total = int(weights[0].sum()) if len(weights) else 0
    units = np.broadcast_to(np.arange(weights.shape[1]), weights.shape)
    return np.repeat(units.ravel(), weights.ravel()).reshape(len(weights), total)


class _WideAgreement(WeightForm):
    """Accuracy with a tie threshold in groups of many units, one group at a time."""

    def __init__(self, x: Floats, z: Floats, coefficient: TiedAccuracy) -> None:
        self._seen = (~np.isnan(z)).T
        self._pairs = [
            AgreeingPairs(x[seen, j], z[seen, j], coefficient.epsilon)
            for j, seen in enumerate(self._seen)
        ]

    def of(self, weights: Weights) -> Floats:
        """See `WeightForm.of`."""
        values = np.empty((len(weights), len(self._pairs)))
        for rows in blocks(len(weights), weights.shape[1], BLOCK_CELLS // 2):
            w = weights[rows].T.astype(np.float64)
            for j, pairs in enumerate(self._pairs):
                values[rows, j] = pairs.share(w[self._seen[j]])
        return values


class _WeightedMoments(WeightForm):
    """Pearson, from six sums per group, each linear in the weights."""

    def __init__(self, x: Floats, z: Floats) -> None:
        self._x, self._z = x, z
        self._seen = ~np.isnan(z)
        dx, dz = self._centred(x), self._centred(z)
        self._tables = [dx, dz, dx * dx, dz * dz, dx * dz]
        self._scales = (dx * dx).sum(axis=0), (dz * dz).sum(axis=0)
        self._flat = is_constant(x.T) | is_constant(z.T)

    def _centred(self, values: Floats) -> Floats:
        filled = np.where(self._seen, values, 0.0)
        mean = filled.sum(axis=0) / np.maximum(self._seen.sum(axis=0), 1)
        centred: Floats = np.where(self._seen, filled - mean, 0.0)
        return centred

    def of(self, weights: Weights) -> Floats:
        """See `WeightForm.of`."""
        w = weights.astype(np.float64)
        n = w.sum(axis=1, keepdims=True) if self._seen.all() else w @ self._seen
        x, z, xx, zz, xz = (w @ table for table in self._tables)
        with np.errstate(invalid="ignore", divide="ignore"):
            xx -= x * x / n
            zz -= z * z / n
            xz -= x * z / n
            doubtful = (xx <= 1e-6 * self._scales[0]) | (zz <= 1e-6 * self._scales[1])
            xx *= zz
            r = np.divide(xz, np.sqrt(xx, out=xx), out=xx)
        r[:, self._flat] = np.nan
        doubtful &= ~self._flat
        if doubtful.any():
            self._recompute(r, doubtful, weights)
        # Rounding may give 1.0000000000000002 for a perfect correlation.
        return np.clip(r, -1.0, 1.0, out=r)

    def _recompute(self, r: Floats, doubtful: Bools, weights: Weights) -> None:
        """Replace values that cancellation may have made inaccurate, by the two-pass formula."""
        rows, columns = np.nonzero(doubtful)
        drawn = draw_indices(weights)
        x, z = self._x.T, self._z.T
        for part in blocks(len(rows), len(self._x)):
            i, g = rows[part], columns[part, None]
            r[i, g[:, 0]] = PearsonCoefficient().of(x[g, drawn[i]], z[g, drawn[i]])
