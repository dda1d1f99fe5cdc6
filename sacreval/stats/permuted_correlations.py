"""Correlations of thousands of hybrids of two metrics at once, when whole units are swapped.

A hybrid takes each unit (a system) from metric X, or from Y where its bit is set. Within a group
(an input) the moments of a hybrid are linear in the bits, and the sum over pairs of signs is
quadratic, as a pair's sign depends on two bits. So a matrix product gives every resample and group.
The complement of the bits, which is the other hybrid, comes almost free.
"""

import numpy as np

from sacreval.stats.arrays import BLOCK_CELLS, Bools, Floats, blocks, is_constant
from sacreval.stats.coefficients import Coefficient, PearsonCoefficient, SpearmanCoefficient, Tau
from sacreval.stats.permuted_signs import SignSwaps
from sacreval.stats.resampling_kernels import MAX_UNITS, Bits, Hybrids, SwapForm


def swap_form(x: Floats, y: Floats, z: Floats, coefficient: Coefficient) -> SwapForm:
    """Choose the fastest form.

    Args:
        x: First metric, units x groups, NaN in the same cells as `y` and `z`.
        y: Second metric.
        z: Human scores.
        coefficient: What to compute.
    """
    if isinstance(coefficient, PearsonCoefficient):
        return _Moments(x, y, z)
    if isinstance(coefficient, SpearmanCoefficient | Tau) and len(x) <= MAX_UNITS:
        return SignSwaps(x, y, z, coefficient)
    return _Written(x, y, z, coefficient)


class _Written(SwapForm):
    """Any coefficient: write the hybrids out."""

    def __init__(self, x: Floats, y: Floats, z: Floats, coefficient: Coefficient) -> None:
        self._x, self._y, self._z = x.T, y.T, z.T
        self._coefficient = coefficient

    def of(self, bits: Bits) -> Hybrids:
        """See `SwapForm.of`."""
        shape = (len(bits), len(self._x))
        kept, swapped = np.empty(shape), np.empty(shape)
        for part in blocks(len(bits), self._x.size, BLOCK_CELLS // 2):
            chosen = bits[part, None, :] == 1
            kept[part] = self._coefficient.of(np.where(chosen, self._y, self._x), self._z)
            swapped[part] = self._coefficient.of(np.where(chosen, self._x, self._y), self._z)
        return Hybrids(kept, swapped)


class _Moments(SwapForm):
    """Pearson: three sums per group, each linear in the bits."""

    def __init__(self, x: Floats, y: Floats, z: Floats) -> None:
        self._x, self._y, self._z = x, y, z
        seen = ~np.isnan(z)
        self._n = np.maximum(seen.sum(axis=0), 1)
        centre = np.where(seen, (x + y) / 2, 0.0).sum(axis=0) / self._n
        x, y = np.where(seen, x - centre, 0.0), np.where(seen, y - centre, 0.0)
        dz = np.where(seen, z - np.where(seen, z, 0.0).sum(axis=0) / self._n, 0.0)
        self._zz = np.where(is_constant(z.T), np.nan, (dz * dz).sum(axis=0))
        self._first = [x.sum(axis=0), (x * x).sum(axis=0), (x * dz).sum(axis=0)]
        self._both = [a + b for a, b in zip(self._first, _column_sums(y, dz), strict=True)]
        self._change = [y - x, y * y - x * x, (y - x) * dz]

    def of(self, bits: Bits) -> Hybrids:
        """See `SwapForm.of`."""
        b = bits.astype(np.float64)
        kept = [f + b @ c for f, c in zip(self._first, self._change, strict=True)]
        swapped = [total - k for total, k in zip(self._both, kept, strict=True)]
        return Hybrids(self._r(kept, bits, flip=False), self._r(swapped, bits, flip=True))

    def _r(self, sums: list[Floats], bits: Bits, *, flip: bool) -> Floats:
        total, squares, cross = sums
        variance = total * total
        variance /= self._n
        np.subtract(squares, variance, out=variance)
        doubtful = variance <= 1e-6 * self._both[1]
        with np.errstate(invalid="ignore", divide="ignore"):
            variance *= self._zz
            r = np.divide(cross, np.sqrt(variance, out=variance), out=variance)
        if doubtful.any():
            self._settle(r, doubtful, bits, flip=flip)
        return r

    def _settle(self, r: Floats, doubtful: Bools, bits: Bits, *, flip: bool) -> None:
        """Recompute with two passes where cancellation may have eaten the digits."""
        rows, columns = np.nonzero(doubtful)
        x, y, z = self._x.T, self._y.T, self._z.T
        for part in blocks(len(rows), len(self._x)):
            i, g = rows[part], columns[part]
            chosen = (bits[i] == 1) != flip
            r[i, g] = PearsonCoefficient().of(np.where(chosen, y[g], x[g]), z[g])


def _column_sums(y: Floats, dz: Floats) -> list[Floats]:
    return [y.sum(axis=0), (y * y).sum(axis=0), (y * dz).sum(axis=0)]
