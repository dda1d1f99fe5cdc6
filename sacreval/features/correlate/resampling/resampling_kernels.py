"""Kernels of resampled correlations: interfaces, counts of human scores, tie groups."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Bools, Floats, Ints
from sacreval.stats.association.pair_counts import average_ranks

Singles = npt.NDArray[np.float32]


@dataclass(frozen=True)
class TieClasses:
    """Values that several members of a column share.

    Attributes:
        change: Change of the size of each class by one unit of weight, or by the swap of a unit,
            shape (units, classes).
        base: Size of each class without weights or swaps, shape (classes,).
        total: Size of each class when every member counts once, shape (classes,).
        starts: First class of each column with classes, shape (columns with classes,).
        columns: Indices of these columns, same shape.
        n_columns: Number of all columns.
    """

    change: Singles
    base: Singles
    total: Singles
    starts: Ints
    columns: Ints
    n_columns: int

    @property
    def none(self) -> bool:
        """Whether no column has a tie."""
        return len(self.columns) == 0

    def sizes(self, units: Singles) -> Singles:
        """Return the size of each class for each row of bits or weights, shape (R, classes)."""
        return units @ self.change + self.base

    def per_column(self, amounts: npt.NDArray[np.floating]) -> Floats:
        """Sum over the classes of each column: shape (R, classes) becomes (R, columns)."""
        if self.none:
            return np.zeros((1, self.n_columns))
        sums = np.zeros((len(amounts), self.n_columns))
        sums[:, self.columns] = np.add.reduceat(amounts, self.starts, axis=1)
        return sums


def swap_classes(first: Ints, second: Ints, seen: Bools) -> TieClasses:
    """Find the tie classes of hybrids: keys of `first`, or of `second` for swapped units.

    Args:
        first: Keys, shape (units, columns); equal keys of a column are ties.
        second: Keys of swapped units, same shape.
        seen: Whether each cell takes part, same shape.
    """
    keys = np.concatenate([first, second])
    return _classes(keys, np.concatenate([seen, seen]), swapped_from=len(first))


def weight_classes(keys: Ints, seen: Bools) -> TieClasses:
    """Find the tie classes of keys, shape (units, columns), whose units have weights."""
    return _classes(keys, seen, swapped_from=None)


def _classes(keys: Ints, seen: Bools, swapped_from: int | None) -> TieClasses:
    n_units = swapped_from or len(keys)
    n_columns = keys.shape[1]
    hidden = np.where(seen, keys, -1).T
    order = np.argsort(hidden, axis=1, kind="stable")
    ordered = np.take_along_axis(hidden, order, axis=1)
    opens = np.ones(ordered.shape, dtype=bool)
    opens[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    number = (np.cumsum(opens) - 1).reshape(opens.shape)
    shared = (np.bincount(number.ravel(), minlength=1) > 1)[number] & (ordered >= 0)
    column, place = np.nonzero(shared)
    member = order[column, place]
    ids = np.cumsum(np.append(0, np.diff(number[column, place]) > 0)) if len(column) else column
    n_classes = int(ids[-1]) + 1 if len(ids) else 0
    after = member >= n_units
    change = np.zeros((n_units, n_classes), dtype=np.float32)
    step = np.where(after, 1.0, -1.0) if swapped_from else np.ones(len(member))
    np.add.at(change, (member % n_units, ids), step.astype(np.float32))
    before = ~after if swapped_from else np.zeros(len(member), dtype=bool)
    column_of = np.zeros(n_classes, dtype=np.int64)
    column_of[ids] = column
    columns, starts = np.unique(column_of, return_index=True)
    return TieClasses(
        change,
        np.bincount(ids, weights=before, minlength=n_classes).astype(np.float32),
        np.bincount(ids, minlength=n_classes).astype(np.float32),
        starts,
        columns,
        n_columns,
    )


def column_ranks(values: Floats, seen: Bools) -> npt.NDArray[np.int64]:
    """Return the dense ranks of each column, from 0; unseen cells rank below all others."""
    filled = np.where(seen, values, -np.inf)
    order = np.argsort(filled, axis=0)
    ordered = np.take_along_axis(filled, order, axis=0)
    steps = np.zeros(values.shape, dtype=np.int64)
    np.cumsum(ordered[1:] > ordered[:-1], axis=0, out=steps[1:])
    ranks = np.empty_like(steps)
    np.put_along_axis(ranks, order, steps, axis=0)
    return ranks


MAX_UNITS = 128
"""Largest number of units of a group whose pairs are listed."""

UNUSED: Floats = np.full(1, np.nan)
"""Placeholder of a count that a formula does not use; NaN, so that a mistake is visible."""

Bits = npt.NDArray[np.uint8]


class Hybrids(NamedTuple):
    """Correlations of both hybrids with human scores, shape (resamples, groups) each."""

    kept: Floats
    swapped: Floats


class SwapForm(ABC):
    """A kernel that computes a coefficient of a block of groups for any swap bits."""

    @abstractmethod
    def of(self, bits: Bits) -> Hybrids:
        """Compute the coefficient of both hybrids.

        Args:
            bits: Shape (resamples, units): 1 swaps the unit between the metrics.
        """


class WeightForm(ABC):
    """A kernel that computes a coefficient of a block of groups for any unit weights."""

    @abstractmethod
    def of(self, weights: npt.NDArray[np.uint16]) -> Floats:
        """Compute the coefficient of resamples.

        Args:
            weights: Number of copies of each unit, shape (resamples, units).

        Returns:
            Shape (resamples, groups), NaN where undefined.
        """


class HumanSide(NamedTuple):
    """Counts of each column of human scores: tied pairs, distinct values, squares of ranks."""

    ties: Floats
    distinct: Floats
    rank_squares: Floats


def human_side(z: Floats) -> HumanSide:
    """Compute the counts of each column of `z`, shape (units, groups), NaN where missing."""
    seen = ~np.isnan(z)
    n = seen.sum(axis=0)
    ranks = np.sort(column_ranks(z, seen) * seen - (~seen), axis=0)
    distinct = ((ranks[1:] > ranks[:-1]) & (ranks[1:] >= 0)).sum(axis=0) + (ranks[:1] >= 0).sum(
        axis=0
    )
    average = np.where(seen, average_ranks(z.T).T, 0.0)
    squares = (average * average).sum(axis=0) - n * ((n + 1) / 2) ** 2
    first, second = np.triu_indices(len(z), 1)
    with np.errstate(invalid="ignore"):
        ties = (z[first] == z[second]).sum(axis=0)
    return HumanSide(ties.astype(np.float64), distinct.astype(np.float64), squares)


def per_column(
    classes: TieClasses,
    sizes: Singles | None,
    amount: Callable[[Singles], npt.NDArray[np.floating]],
) -> Floats:
    """Sum an amount over the tie classes of each column; zeros, shape (1, columns), if none."""
    if sizes is None:
        return np.zeros((1, classes.n_columns))
    return classes.per_column(amount(sizes))
