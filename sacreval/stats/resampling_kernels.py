"""What the resampling forms share: their protocol, and what a block of human scores contributes."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.ranks import average_ranks
from sacreval.stats.tie_classes import Singles, TieClasses, column_ranks

MAX_UNITS = 128
"""Above, a group's pairs are too many to write out, and resamples are built one by one."""

UNUSED: Floats = np.full(1, np.nan)
"""Placeholder of a count that a formula does not read; NaN, so that a mistake shows."""

Bits = npt.NDArray[np.uint8]


class Hybrids(NamedTuple):
    """Correlations with people of both hybrids, shape (resamples, groups)."""

    kept: Floats
    swapped: Floats


class SwapForm(ABC):
    """What a coefficient needs of a block of groups to score any set of swap bits."""

    @abstractmethod
    def of(self, bits: Bits) -> Hybrids:
        """Score both hybrids.

        Args:
            bits: Shape (resamples, units): 1 swaps the unit between the metrics.
        """


class WeightForm(ABC):
    """What a coefficient needs of a block of groups to score any set of unit weights."""

    @abstractmethod
    def of(self, weights: npt.NDArray[np.uint16]) -> Floats:
        """Score the resamples.

        Args:
            weights: Shape (resamples, units): how often each unit was drawn.

        Returns:
            Shape (resamples, groups), NaN where undefined.
        """


class HumanSide(NamedTuple):
    """Constants of each column of human scores: tied pairs, distinct values, rank squares."""

    ties: Floats
    distinct: Floats
    rank_squares: Floats


def human_side(z: Floats) -> HumanSide:
    """Count ties and spread of each column of `z`, units x groups with NaN for missing cells."""
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
