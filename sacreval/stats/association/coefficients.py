"""Coefficients of agreement between two vectors, computed for many pairs of rows at once.

Sources: Kendall (1945) for tau-b; Stuart (1953) for tau-c; the WMT metrics tasks of 2010, 2013 and
2014 for their variants; Kocmi et al. (WMT 2021) for pairwise accuracy.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sacreval.stats.arrays import (
    Floats,
    Ints,
    is_constant,
    jointly_present,
    round_significant,
)
from sacreval.stats.association.pair_counts import (
    PairCounts,
    average_ranks,
    count_copies,
    count_pairs,
)


class Coefficient(ABC):
    """A coefficient of agreement between a row of metric scores and a row of human scores.

    Attributes:
        min_cells: Smallest number of cells for which the coefficient is defined.
        on_ranks: Whether only the order of values counts.
        is_accuracy: Whether the range is [0, 1] rather than [-1, 1].
    """

    min_cells: ClassVar[int] = 2
    on_ranks: ClassVar[bool] = True

    @property
    def is_accuracy(self) -> bool:
        """Whether the range is [0, 1]."""
        return False

    @property
    def over_all_pairs(self) -> bool:
        """Whether pairs that are tied on both sides count."""
        return False

    @abstractmethod
    def of(self, x: Floats, z: Floats) -> Floats:
        """Compute the coefficient of each pair of rows.

        Args:
            x: Metric scores, shape (..., n). Cells that are NaN on either side are ignored.
            z: Human scores, broadcastable to the same shape.

        Returns:
            Shape (...), NaN where undefined.
        """

    def of_resample(self, x: Floats, z: Floats, _origin: Ints) -> Floats:
        """Compute the coefficient of rows of drawn cells.

        Coefficients over all pairs leave out the pairs of a cell with its own copy, which agree
        for every metric; other coefficients are computed by `of`.

        Args:
            x: Metric scores, shape (..., n).
            z: Human scores, broadcastable to the same shape.
            _origin: Index of the unit or cell that each cell is a copy of, broadcastable too.

        Returns:
            Shape (...), NaN where undefined.
        """
        return self.of(x, z)

    def weight(self, x: Floats, z: Floats) -> Floats:
        """Return the weight of each row in a micro mean, its number of cells, shape (...)."""
        cells: Floats = (~(np.isnan(x) | np.isnan(z))).sum(axis=-1).astype(np.float64)
        return cells

    def rounded(self, means: Floats) -> Floats:
        """Round means if only their order counts: ties do not depend on the order of a sum."""
        return round_significant(means) if self.on_ranks else means


@dataclass(frozen=True)
class PearsonCoefficient(Coefficient):
    """Product-moment correlation; undefined if either side is constant."""

    on_ranks: ClassVar[bool] = False

    def of(self, x: Floats, z: Floats) -> Floats:
        """See `Coefficient.of`."""
        x, z = np.broadcast_arrays(x, z)
        seen = ~(np.isnan(x) | np.isnan(z))
        flat = is_constant(np.where(seen, x, np.nan)) | is_constant(np.where(seen, z, np.nan))
        n = np.maximum(seen.sum(axis=-1, keepdims=True), 1)
        dx, dz = _centred(x, seen, n), _centred(z, seen, n)
        xz = np.einsum("...i,...i->...", dx, dz)
        xx = np.einsum("...i,...i->...", dx, dx)
        zz = np.einsum("...i,...i->...", dz, dz)
        with np.errstate(invalid="ignore", divide="ignore"):
            r = xz / np.sqrt(xx) / np.sqrt(zz)
        return np.where(flat, np.nan, np.clip(r, -1.0, 1.0))


PEARSON = PearsonCoefficient()


def _centred(values: Floats, seen: np.ndarray, n: np.ndarray) -> Floats:
    filled = np.where(seen, values, 0.0)
    centred: Floats = np.where(seen, filled - filled.sum(axis=-1, keepdims=True) / n, 0.0)
    return centred


@dataclass(frozen=True)
class SpearmanCoefficient(Coefficient):
    """Pearson correlation of average ranks; undefined if either side is constant."""

    def of(self, x: Floats, z: Floats) -> Floats:
        """See `Coefficient.of`."""
        x, z = jointly_present(*np.broadcast_arrays(x, z))
        return PearsonCoefficient().of(average_ranks(x), average_ranks(z))


@dataclass(frozen=True, eq=False)
class Tau(Coefficient):
    """A Kendall variant, which is a formula of pair counts.

    Attributes:
        formula: Function of counts that returns the value; 0 / 0 is undefined.
        accuracy: Whether the value is a share of pairs, whose range is [0, 1].
        uses_joint: Whether the formula uses the pairs tied on both sides.
        uses_distinct: Whether the formula uses the number of distinct values.
        all_pairs: Whether pairs that are tied on both sides count.
    """

    formula: Callable[[PairCounts], Floats]
    accuracy: bool = False
    uses_joint: bool = True
    uses_distinct: bool = False
    all_pairs: bool = False

    @property
    def is_accuracy(self) -> bool:
        """Whether the range is [0, 1]."""
        return self.accuracy

    @property
    def over_all_pairs(self) -> bool:
        """See `Coefficient.over_all_pairs`."""
        return self.all_pairs

    def of(self, x: Floats, z: Floats) -> Floats:
        """See `Coefficient.of`."""
        return self.of_counts(count_pairs(x, z))

    def of_resample(self, x: Floats, z: Floats, origin: Ints) -> Floats:
        """See `Coefficient.of_resample`."""
        counts = count_pairs(x, z)
        if not self.over_all_pairs:
            return self.of_counts(counts)
        x, z = np.broadcast_arrays(x, z)
        copies = count_copies(~(np.isnan(x) | np.isnan(z)), origin)
        return self.of_counts(counts.without_copies(*copies))

    def of_counts(self, counts: PairCounts) -> Floats:
        """Return the formula of the counts; NaN where it divides by zero."""
        with np.errstate(invalid="ignore", divide="ignore"):
            value = np.asarray(self.formula(counts), dtype=np.float64)
        return np.where(np.isfinite(value), value, np.nan)


def _tau_a(c: PairCounts) -> Floats:
    return c.margin / c.pairs


def _tau_b(c: PairCounts) -> Floats:
    return c.margin / np.sqrt((c.pairs - c.metric_ties) * (c.pairs - c.human_ties))


def _tau_c(c: PairCounts) -> Floats:
    k = c.distinct
    tau = np.where(k > 1, 2 * c.margin / (c.cells**2 * (k - 1) / k), np.nan)
    return np.clip(tau, -1.0, 1.0)  # it can exceed 1 in resamples with many ties


def _tau_10(c: PairCounts) -> Floats:
    return (c.margin - c.only_metric) / (c.decided + c.only_metric)


def _tau_13(c: PairCounts) -> Floats:
    return c.margin / c.decided


def _tau_14(c: PairCounts) -> Floats:
    return c.margin / (c.decided + c.only_metric)


def _tau_eq(c: PairCounts) -> Floats:
    return 2 * _accuracy(c) - 1


def _accuracy(c: PairCounts) -> Floats:
    return (c.concordant + c.joint_ties) / c.pairs


TAU_A = Tau(_tau_a, uses_joint=False, all_pairs=True)
TAU_B = Tau(_tau_b, uses_joint=False)
TAU_C = Tau(_tau_c, uses_joint=False, uses_distinct=True, all_pairs=True)
TAU_10 = Tau(_tau_10)
TAU_13 = Tau(_tau_13)
TAU_14 = Tau(_tau_14)
TAU_EQ = Tau(_tau_eq, all_pairs=True)
PAIR_ACCURACY = Tau(_accuracy, accuracy=True, all_pairs=True)
"""Share of pairs with the same order or ties on both sides: PA, and acc_eq with epsilon 0."""
