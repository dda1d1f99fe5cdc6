"""Correlations of thousands of bootstrap resamples at once, as matrix products of unit weights.

The weight of a unit (a system) is the number of times that a resample draws it. Moments are linear
in the weights, counts of ordered pairs are quadratic, and a weighted rank is a weighted sum of
signs, so that Spearman is a matrix product too. Copies of a unit are tied; coefficients over all
pairs leave out the pairs of a unit with its own copy, which agree for every metric.
"""

import numpy as np
import numpy.typing as npt

from sacreval.features.correlate.resampling.bootstrap_signs import (
    AgreementWeights,
    PairWeights,
    RankWeights,
)
from sacreval.features.correlate.resampling.resampling_kernels import MAX_UNITS, WeightForm
from sacreval.stats.arrays import BLOCK_CELLS, Bools, Floats, blocks, is_constant
from sacreval.stats.association.coefficients import (
    Coefficient,
    PearsonCoefficient,
    SpearmanCoefficient,
    Tau,
)
from sacreval.stats.association.row_coefficients import TiedAccuracy
from sacreval.stats.association.tie_threshold_counts import AgreeingPairs

Weights = npt.NDArray[np.uint16]


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
