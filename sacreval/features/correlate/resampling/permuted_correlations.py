"""Correlations of thousands of hybrids of two metrics at once, with whole units swapped.

A hybrid has the scores of metric X for units (systems) whose bit is 0, and those of Y for the
others. Within a group (an input) the moments of a hybrid are linear in the bits, and the sum of the
signs of pairs is quadratic, so that matrix products compute all resamples and groups. The other
hybrid, which has the complementary bits, costs little more. Signs times small integer weights, and
their sums, are exact in single precision.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.features.correlate.resampling.resampling_kernels import (
    MAX_UNITS,
    UNUSED,
    Bits,
    Hybrids,
    Singles,
    SwapForm,
    TieClasses,
    column_ranks,
    human_side,
    per_column,
    swap_classes,
)
from sacreval.stats.arrays import BLOCK_CELLS, Bools, Floats, blocks, is_constant
from sacreval.stats.association.coefficients import (
    Coefficient,
    PearsonCoefficient,
    SpearmanCoefficient,
    Tau,
)
from sacreval.stats.association.levels import system_means, without_noise
from sacreval.stats.association.pair_counts import PairCounts, average_ranks
from sacreval.stats.draws import Swaps
from sacreval.stats.resampling import single_thread_blas


def swap_form(x: Floats, y: Floats, z: Floats, coefficient: Coefficient) -> SwapForm:
    """Return the fastest kernel of a coefficient.

    Args:
        x: Scores of the first metric, shape (units, groups), NaN in the same cells as `y` and `z`.
        y: Scores of the second metric, same shape.
        z: Human scores, same shape.
        coefficient: The coefficient.
    """
    if isinstance(coefficient, PearsonCoefficient):
        return _Moments(x, y, z)
    if isinstance(coefficient, SpearmanCoefficient | Tau) and len(x) <= MAX_UNITS:
        return _SignSwaps(x, y, z, coefficient)
    return _Copied(x, y, z, coefficient)


class _Copied(SwapForm):
    """Any coefficient, computed on copies of the scores of hybrids."""

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
    """Pearson, from three sums per group, each linear in the bits."""

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
            self._recompute(r, doubtful, bits, flip=flip)
        return r

    def _recompute(self, r: Floats, doubtful: Bools, bits: Bits, *, flip: bool) -> None:
        """Replace values that cancellation may have made inaccurate, by the two-pass formula."""
        rows, columns = np.nonzero(doubtful)
        x, y, z = self._x.T, self._y.T, self._z.T
        for part in blocks(len(rows), len(self._x)):
            i, g = rows[part], columns[part]
            chosen = (bits[i] == 1) != flip
            r[i, g] = PearsonCoefficient().of(np.where(chosen, y[g], x[g]), z[g])


def _column_sums(y: Floats, dz: Floats) -> list[Floats]:
    return [y.sum(axis=0), (y * y).sum(axis=0), (y * dz).sum(axis=0)]


class _SignSwaps(SwapForm):
    """Spearman and Kendall variants, from the signs of pairs."""

    def __init__(
        self, x: Floats, y: Floats, z: Floats, coefficient: SpearmanCoefficient | Tau
    ) -> None:
        self._coefficient = coefficient
        seen = ~np.isnan(z)
        self._n = seen.sum(axis=0)
        self._first, self._second = np.triu_indices(len(x), 1)
        ranks = column_ranks(np.concatenate([x, y]), np.concatenate([seen, seen]))
        rank_x, rank_y, rank_z = ranks[: len(x)], ranks[len(x) :], column_ranks(z, seen)
        weights = self._weights(z, rank_z, seen)
        self._own, self._other = self._products(rank_x, rank_y, weights)
        self._ties = swap_classes(rank_x, rank_y, seen)
        self._joint: TieClasses | None = None
        if isinstance(coefficient, Tau) and coefficient.uses_joint:
            width = int(rank_z.max(initial=0)) + 1
            self._joint = swap_classes(rank_x * width + rank_z, rank_y * width + rank_z, seen)
        self._human = human_side(z)

    def _weights(self, z: Floats, rank_z: npt.NDArray[np.int64], seen: Bools) -> Singles:
        i, k = self._first, self._second
        if isinstance(self._coefficient, SpearmanCoefficient):
            twice = np.where(seen, 2 * average_ranks(z.T).T, 0.0).astype(np.float32)
            pull = twice[i] - twice[k]
        else:
            small = rank_z.astype(np.int16)
            pull = np.sign(small[i] - small[k]).astype(np.float32)
        return pull if seen.all() else pull * (seen[i] & seen[k])

    def _products(
        self, rank_x: npt.NDArray[np.int64], rank_y: npt.NDArray[np.int64], weights: Singles
    ) -> tuple[Singles, Singles]:
        """Return coefficients of [1, bits, products] of one hybrid, and the change to the other."""
        i, k = self._first, self._second
        x, y = rank_x.astype(np.int16), rank_y.astype(np.int16)
        xi, xk, yi, yk = x[i], x[k], y[i], y[k]
        xx, yy = np.sign(xi - xk) * weights, np.sign(yi - yk) * weights
        yx, xy = np.sign(yi - xk) * weights, np.sign(xi - yk) * weights
        pairs = yy - yx - xy + xx
        to_first = np.zeros((len(x), len(i)), dtype=np.float32)
        to_second = np.zeros_like(to_first)
        to_first[i, np.arange(len(i))] = 1
        to_second[k, np.arange(len(i))] = 1
        alone = to_first @ (yx - xx) + to_second @ (xy - xx)
        rows = (to_first + to_second) @ pairs
        constant, other = xx.sum(axis=0), yy.sum(axis=0)
        kept = np.concatenate([constant[None], alone, pairs])
        return kept, np.concatenate([(other - constant)[None], -2 * alone - rows])

    def of(self, bits: Bits) -> Hybrids:
        """See `SwapForm.of`."""
        b = bits.astype(np.float32)
        n_units = b.shape[1]
        features = np.empty((len(b), 1 + n_units + len(self._first)), dtype=np.float32)
        features[:, 0] = 1
        features[:, 1 : 1 + n_units] = b
        np.multiply(b[:, self._first], b[:, self._second], out=features[:, 1 + n_units :])
        kept = features @ self._own
        swapped = features[:, : 1 + n_units] @ self._other
        swapped += kept
        sizes = None if self._ties.none else self._ties.sizes(b)
        joint = None if self._joint is None else self._joint.sizes(b)
        first = self._value(kept, sizes, joint)
        if sizes is not None:
            sizes = self._ties.total - sizes
        if joint is not None and self._joint is not None:
            joint = self._joint.total - joint
        return Hybrids(first, self._value(swapped, sizes, joint))

    def _value(self, margin: Singles, sizes: Singles | None, joint: Singles | None) -> Floats:
        if isinstance(self._coefficient, SpearmanCoefficient):
            return self._rho(margin, sizes)
        n, human = self._n, self._human
        metric_ties = self._pairs_in(self._ties, sizes)
        return self._coefficient.of_counts(
            PairCounts(
                pairs=n * (n - 1) / 2.0,
                margin=margin.astype(np.float64),
                human_ties=human.ties,
                metric_ties=metric_ties,
                joint_ties=UNUSED if self._joint is None else self._pairs_in(self._joint, joint),
                distinct=self._distinct(sizes) if self._coefficient.uses_distinct else UNUSED,
                cells=n.astype(np.float64),
            )
        )

    def _distinct(self, sizes: Singles | None) -> Floats:
        merged = per_column(self._ties, sizes, lambda t: np.maximum(t - 1, 0))
        distinct: Floats = np.minimum(self._n - merged, self._human.distinct)
        return distinct

    @staticmethod
    def _pairs_in(classes: TieClasses, sizes: Singles | None) -> Floats:
        return per_column(classes, sizes, lambda t: t * (t - 1) / 2)

    def _rho(self, margin: Singles, sizes: Singles | None) -> Floats:
        n = self._n.astype(np.float64)
        spread = (n**3 - n - per_column(self._ties, sizes, lambda t: t * t * t - t)) / 12
        with np.errstate(invalid="ignore", divide="ignore"):
            rho = margin / (4 * np.sqrt(spread * self._human.rank_squares))
        return np.where(np.isfinite(rho), rho, np.nan)


class ScoreSums(NamedTuple):
    """Sums of the scores of systems, shape (systems,) each.

    Attributes:
        sums: Sum of the scores.
        counts: Number of scores; NaN without any.
        sizes: Largest absolute score, shape (systems, 1), which measures the rounding of a sum.
    """

    sums: Floats
    counts: Floats
    sizes: Floats

    @classmethod
    def of(cls, values: Floats) -> "ScoreSums":
        """Add up scores, shape (systems, inputs), NaN where missing."""
        seen = ~np.isnan(values)
        counts = np.where(seen.any(axis=1), np.maximum(seen.sum(axis=1), 1), np.nan)
        sizes = np.nanmax(np.abs(values), axis=1, initial=0.0, keepdims=True)
        return cls(np.where(seen, values, 0.0).sum(axis=1), counts, sizes)


@single_thread_blas
def differences_of_system_swaps(
    first: ScoreSums, second: ScoreSums, z: Floats, coefficient: Coefficient, swaps: Swaps
) -> Floats:
    """Compute the difference of two correlations of means after each exchange of systems.

    Args:
        first: Sums of the first metric, standardised.
        second: Sums of the second metric.
        z: Human scores, shape (systems, inputs), NaN where metrics have no scores either.
        coefficient: The coefficient.
        swaps: Exchanges of systems.

    Returns:
        Shape (draws,), NaN where undefined.
    """
    human = coefficient.rounded(system_means(z))[:, None]
    total = first.sums + second.sums
    # The other hybrid has what is left of the total, as in `permuted_differences`.
    parts = (first.sums, second.sums, total - first.sums, total - second.sums)
    of_first, other, left, right = (
        coefficient.rounded(without_noise(part / first.counts, first.sizes)) for part in parts
    )
    seen = ~np.isnan(human)
    columns = [np.where(seen, side[:, None], np.nan) for side in (of_first, other, left, right)]
    form = swap_form(columns[0], columns[1], human, coefficient)
    alike = np.array_equal(left[seen[:, 0]], other[seen[:, 0]])
    alike = alike and np.array_equal(right[seen[:, 0]], of_first[seen[:, 0]])
    rest = None
    if coefficient.on_ranks and not alike:
        rest = swap_form(columns[2], columns[3], human, coefficient)
    draws, n = np.empty(swaps.resamples), len(human)
    listed = n * (n - 1) // 2 if n <= MAX_UNITS else 0
    for rows in blocks(swaps.resamples, 1 + 4 * n + listed):
        kept, swapped = form.of(swaps.systems[rows])
        if rest is not None:
            swapped = rest.of(swaps.systems[rows]).kept
        draws[rows] = (kept - swapped)[:, 0]
    return draws
