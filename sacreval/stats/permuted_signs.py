"""Spearman and the Kendall family of hybrids: signs of pairs are quadratic in the swap bits.

The signs, times small integer weights, are exact in single precision, and so are their sums.
"""

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.coefficients import SpearmanCoefficient, Tau
from sacreval.stats.pairs import PairCounts
from sacreval.stats.ranks import average_ranks
from sacreval.stats.resampling_kernels import (
    UNUSED,
    Bits,
    Hybrids,
    SwapForm,
    human_side,
    per_column,
)
from sacreval.stats.tie_classes import Singles, TieClasses, column_ranks, swap_classes


class SignSwaps(SwapForm):
    """Spearman and the Kendall family: signs of pairs."""

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
        """Coefficients of [1, bits, products] for the kept hybrid, and what the other adds."""
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
        own = np.concatenate([constant[None], alone, pairs])
        return own, np.concatenate([(other - constant)[None], -2 * alone - rows])

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
