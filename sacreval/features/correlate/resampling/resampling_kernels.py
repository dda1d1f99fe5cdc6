"""Interfaces of resampling kernels, and the counts of human scores that they share."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.features.correlate.measures.tie_classes import Singles, TieClasses, column_ranks
from sacreval.stats.arrays import Floats
from sacreval.stats.association.pairs import average_ranks

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
