"""Coefficients that are computed row by row: daRR, acc-eq, and the weighted tau.

Weighted counts of the pairs that agree under a tie threshold, without listing pairs. The cost is a
few cumulative sums over the cells, one for each bit of the ranks of human scores.

Sources: the WMT metrics tasks of 2017-2020; Deutsch, Foster and Freitag (EMNLP 2023) for pairwise
accuracy with ties; Vigna (2015) for the weighted tau.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, Ints, as_rows, blocks, is_constant, jointly_present
from sacreval.stats.association.coefficients import Coefficient
from sacreval.stats.association.pair_counts import MAX_SMALL, count_copies


class _Step(NamedTuple):
    """Each cell of `right` agrees with the cells `low` to `high` (excluded) of `left`."""

    left: Ints
    right: Ints
    low: Ints
    high: Ints


class AgreeingPairs:
    """The pairs of cells that acc_eq counts as correct.

    A pair is correct if human scores are equal and metric scores differ by at most epsilon, or if
    both have the same order. Pairs with different human scores are split by the highest bit in
    which the dense ranks of the human scores differ: among ranks with the same higher bits, every
    rank without the bit is below every rank with it.
    """

    def __init__(self, x: Floats, z: Floats, epsilon: float) -> None:
        """Find the correct pairs.

        Args:
            x: Metric scores, shape (cells,), without NaN.
            z: Human scores, same shape.
            epsilon: Largest metric difference that is a tie, from 0.
        """
        n = len(x)
        place = np.empty(n, dtype=np.int64)
        place[np.argsort(x, kind="stable")] = np.arange(n)
        rank = np.unique(z, return_inverse=True)[1].reshape(n).astype(np.int64)
        beyond = _beyond(x, epsilon)
        bits = int(rank.max(initial=0)).bit_length()
        self._steps = [_ordered(rank, place, beyond, bit) for bit in range(bits)]
        self._steps.append(_tied(rank, place, beyond))

    def share(self, weights: Floats) -> Floats:
        """Compute the share of correct pairs, without pairs of a cell with its own copy.

        Args:
            weights: Number of copies of each cell, shape (cells, resamples).

        Returns:
            Shape (resamples,), NaN with fewer than two different cells.
        """
        right = np.zeros(weights.shape[1])
        for step in self._steps:
            sums = np.zeros((len(step.left) + 1, weights.shape[1]))
            np.cumsum(weights[step.left], axis=0, out=sums[1:])
            reached = sums[step.high] - sums[step.low]
            right += np.einsum("ir,ir->r", weights[step.right], reached)
        pairs = (weights.sum(axis=0) ** 2 - (weights**2).sum(axis=0)) / 2
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(pairs > 0, right / pairs, np.nan)


def _beyond(x: Floats, epsilon: float) -> Ints:
    """Count, for each cell, the cells that are lower by more than epsilon.

    The rounded differences are compared, since a fitted epsilon is one of them.
    """
    ordered = np.append(np.sort(x), np.inf)
    count = np.searchsorted(ordered, x - epsilon)
    while (short := x - ordered[count] > epsilon).any():
        count += short
    while (far := (count > 0) & ~(x - ordered[count - 1] > epsilon)).any():
        count -= far
    return count.astype(np.int64)


def _ordered(rank: Ints, place: Ints, beyond: Ints, bit: int) -> _Step:
    n, prefix, upper = len(rank), rank >> (bit + 1), (rank >> bit) & 1 == 1
    left, right = np.flatnonzero(~upper), np.flatnonzero(upper)
    keys = prefix[left] * (n + 1) + place[left]
    order = np.argsort(keys)
    start = prefix[right] * (n + 1)
    low, high = (np.searchsorted(keys[order], start + end) for end in (0, beyond[right]))
    return _Step(left[order], right, low, high)


def _tied(rank: Ints, place: Ints, beyond: Ints) -> _Step:
    n = len(rank)
    keys = rank * (n + 1) + place
    order = np.argsort(keys)
    low = np.searchsorted(keys[order], rank[order] * (n + 1) + beyond[order])
    return _Step(order, order, low, np.arange(n))


def _seen(x: Floats, z: Floats) -> tuple[Floats, Floats]:
    seen = ~(np.isnan(x) | np.isnan(z))
    return x[seen], z[seen]


def _share_of_others(
    share: Floats, x: Floats, z: Floats, origin: Ints, *, copies_agree: bool
) -> Floats:
    """Correct a share of all pairs of a resample: leave out pairs of a cell with its own copy."""
    x, z = np.broadcast_arrays(x, z)
    seen = ~(np.isnan(x) | np.isnan(z))
    n, copies = seen.sum(axis=-1), count_copies(seen, origin).pairs
    pairs = n * (n - 1) / 2
    right = np.rint(np.nan_to_num(share) * pairs) - copies * copies_agree
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(pairs > copies, right / (pairs - copies), np.nan)


class RowByRow(Coefficient):
    """A coefficient that is computed one row at a time."""

    def of(self, x: Floats, z: Floats) -> Floats:
        """See `Coefficient.of`."""
        x, z = np.broadcast_arrays(x, z)
        rows = zip(as_rows(x), as_rows(z), strict=True)
        values = [self.of_row(*_seen(a, b)) for a, b in rows]
        return np.array(values, dtype=np.float64).reshape(x.shape[:-1])

    @abstractmethod
    def of_row(self, x: Floats, z: Floats) -> float:
        """Compute one value from two vectors without NaN."""


@dataclass(frozen=True)
class KendallLike(RowByRow):
    """The daRR score of WMT 2017-2020: (C - D) / (C + D) over pairs with a large human difference.

    A pair is concordant only if both orders are strict and equal; a metric tie is discordant. With
    gap 0, pairs with equal human scores count too, as discordant, as in the scripts of WMT.

    Attributes:
        gap: Smallest human difference of a counted pair, from 0, in units of the human scores (25
            for raw DA).
    """

    gap: float = 0.0

    @property
    def over_all_pairs(self) -> bool:
        """See `Coefficient.over_all_pairs`; with a gap above 0 copies do not count."""
        return self.gap <= 0

    def of_row(self, x: Floats, z: Floats) -> float:
        """See `RowByRow.of_row`."""
        good, judged = self._counts(x, z)
        return 2 * good / judged - 1 if judged > 0 else float("nan")

    def of_resample(self, x: Floats, z: Floats, origin: Ints) -> Floats:
        """See `Coefficient.of_resample`."""
        value = self.of(x, z)
        if not self.over_all_pairs:
            return value
        share: Floats = _share_of_others((value + 1) / 2, x, z, origin, copies_agree=False)
        return 2 * share - 1

    def weight(self, x: Floats, z: Floats) -> Floats:
        """Return the number of counted pairs of each row, its weight in the micro mean of WMT."""
        rows = zip(x, z, strict=True)
        return np.array([self._counts(*_seen(a, b))[1] / 2 for a, b in rows], dtype=np.float64)

    def _counts(self, x: Floats, z: Floats) -> tuple[int, int]:
        """Count concordant pairs and all counted pairs, each twice."""
        good, judged = 0, 0
        for part in blocks(len(x), len(x)):
            dx, dz = x[part, None] - x[None, :], z[part, None] - z[None, :]
            wide = np.abs(dz) >= self.gap
            good += int((wide & (dz * dx > 0)).sum())
            judged += int(wide.sum())
        return good, judged - (len(x) if self.gap <= 0 else 0)  # each cell with itself


@dataclass(frozen=True)
class TiedAccuracy(RowByRow):
    """acc_eq: share of pairs in human order, where metric differences up to epsilon are ties.

    Attributes:
        epsilon: Tie threshold, from 0, in units of the metric; `calibration.calibrate` fits it.
    """

    epsilon: float = 0.0

    @property
    def is_accuracy(self) -> bool:
        """Whether the range is [0, 1]."""
        return True

    @property
    def over_all_pairs(self) -> bool:
        """See `Coefficient.over_all_pairs`."""
        return True

    def of(self, x: Floats, z: Floats) -> Floats:
        """See `Coefficient.of`; the pairs of short rows are listed."""
        if x.shape[-1] > MAX_SMALL:
            return super().of(x, z)
        x, z = jointly_present(*np.broadcast_arrays(x, z))
        rows_x, rows_z = as_rows(x), as_rows(z)
        share = np.empty(len(rows_x))
        for part in blocks(len(rows_x), x.shape[-1] ** 2 // 2):
            share[part] = self._of_columns(rows_x[part].T, rows_z[part].T)
        return share.reshape(x.shape[:-1])

    def _of_columns(self, x: Floats, z: Floats) -> Floats:
        """Compute the share of each column from its pairs."""
        i, k = np.triu_indices(len(x), 1)
        dx, dz = x[i] - x[k], z[i] - z[k]
        right = np.where(np.abs(dx) <= self.epsilon, dz == 0, dx * np.sign(dz) > 0)
        pairs = (~np.isnan(dx)).sum(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(pairs > 0, right.sum(axis=0) / pairs, np.nan)

    def of_row(self, x: Floats, z: Floats) -> float:
        """See `RowByRow.of_row`."""
        return float(AgreeingPairs(x, z, self.epsilon).share(np.ones((len(x), 1)))[0])

    def of_resample(self, x: Floats, z: Floats, origin: Ints) -> Floats:
        """See `Coefficient.of_resample`."""
        return _share_of_others(self.of(x, z), x, z, origin, copies_agree=True)


@dataclass(frozen=True)
class WeightedTau(RowByRow):
    """Vigna's weighted tau with hyperbolic weights, largest at the top of both rankings."""

    def of_row(self, x: Floats, z: Floats) -> float:
        """See `RowByRow.of_row`."""
        from scipy.stats import weightedtau

        if is_constant(x) or is_constant(z):
            return float("nan")
        return float(weightedtau(x, z)[0])
