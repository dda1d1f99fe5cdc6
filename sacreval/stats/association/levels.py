"""Levels, which define the vectors to correlate, and measures on differences of systems."""

import math
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import (
    Bools,
    Floats,
    Ints,
    is_constant,
    jointly_present,
    round_significant,
)
from sacreval.stats.association.coefficients import Coefficient
from sacreval.stats.association.row_coefficients import RowByRow

_NOISE = 1e-14
"""Rounding error of a mean, relative to the largest cell: some fifty roundings of a double."""


class Level(Enum):
    """How the cells of a matrix of shape (systems, inputs) are grouped."""

    SUMMARY = "summary"
    SYSTEM = "system"
    GLOBAL = "global"
    GROUP_BY_SYSTEM = "group-by-system"


class Average(Enum):
    """The mean over groups."""

    MACRO = "macro"
    MICRO = "micro"
    ZERO = "nan-as-zero"


class Undefined(IntEnum):
    """Why a group has no value."""

    DEFINED = 0
    EMPTY = 1
    TOO_FEW = 2
    CONSTANT_METRIC = 3
    CONSTANT_HUMAN = 4
    NO_PAIR = 5
    TOO_MANY = 6


class Groups(NamedTuple):
    """Vectors to correlate, shape (groups, cells), NaN where a cell is missing."""

    x: Floats
    z: Floats


class LevelValue(NamedTuple):
    """A correlation at a level.

    Attributes:
        value: The mean over groups, NaN where undefined.
        each: The value of each group, shape (groups,), NaN where undefined.
        why: `Undefined` code of each group, same shape.
    """

    value: float
    each: Floats
    why: np.ndarray


def system_means(values: Floats) -> Floats:
    """Return the mean of each row over the cells that are not NaN; NaN for an empty row."""
    seen = ~np.isnan(values)
    filled, counts = np.where(seen, values, 0.0), seen.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Floats = filled.sum(axis=1) / counts
    return without_noise(np.where(counts > 0, means, np.nan), values)


def without_noise(means: Floats, values: Floats) -> Floats:
    """Set means to zero that differ from it only by the rounding of a sum, so that zeros are tied.

    Args:
        means: Means, shape (..., systems).
        values: The averaged values, shape (systems, inputs).
    """
    size = np.nanmax(np.abs(values), axis=1, initial=0.0)
    return np.where(np.abs(means) <= _NOISE * size, 0.0, means)


def group(
    x: Floats, z: Floats, level: Level, coefficient: Coefficient, *, every_input: bool = False
) -> Groups:
    """Arrange two matrices into the groups of a level.

    Means of systems are rounded to twelve significant digits for rank coefficients, so that ties do
    not depend on the order of a sum; scores of cells are not rounded.

    Args:
        x: Metric scores, shape (systems, inputs), NaN where missing; at summary level also
            (systems, inputs, n) for n groups of each input.
        z: Human scores, same shape.
        level: The level.
        coefficient: The coefficient to compute.
        every_input: Whether system means are over all inputs that a side has; otherwise they are
            over the cells that both sides have.

    Returns:
        Vectors of shape (groups, cells).
    """
    if level is Level.SYSTEM and every_input:
        return _of_means(x, z, coefficient)
    x, z = jointly_present(x, z)
    if level is Level.SUMMARY:
        return Groups(x.reshape(len(x), -1).T, z.reshape(len(z), -1).T)
    if level is Level.GROUP_BY_SYSTEM:
        return Groups(x, z)
    if level is Level.GLOBAL:
        return Groups(x.reshape(1, -1), z.reshape(1, -1))
    return _of_means(x, z, coefficient)


def _of_means(x: Floats, z: Floats, coefficient: Coefficient) -> Groups:
    return Groups(*(coefficient.rounded(system_means(side))[None, :] for side in (x, z)))


def correlate_groups(
    groups: Groups,
    coefficient: Coefficient,
    average: Average = Average.MACRO,
    origin: Ints | None = None,
) -> LevelValue:
    """Correlate each group and average.

    Args:
        groups: Vectors, from `group`.
        coefficient: The coefficient.
        average: Macro mean over defined groups; micro mean, weighted by the cells of a group (for
            daRR by its counted pairs, as WMT does); or macro mean with undefined groups as 0.
        origin: For a resample, index of the unit that each cell is a copy of, shape (cells,).

    Returns:
        The mean, the value of each group, and the reasons of undefined ones.
    """
    x, z = groups
    each = coefficient.of(x, z) if origin is None else coefficient.of_resample(x, z, origin)
    why = np.where(np.isnan(each), why_undefined(x, z, coefficient), Undefined.DEFINED)
    return LevelValue(_averaged(each, x, z, coefficient, average), each, why)


def _averaged(
    each: Floats, x: Floats, z: Floats, coefficient: Coefficient, average: Average
) -> float:
    defined = ~np.isnan(each)
    cells = (~(np.isnan(x) | np.isnan(z))).sum(axis=1)
    if average is Average.ZERO:
        weights = (cells > 0).astype(float)
        each = np.where(defined, each, 0.0)
    elif average is Average.MICRO:
        weights = np.where(defined, coefficient.weight(x, z), 0.0)
    else:
        weights = defined.astype(float)
    if not weights.any():
        return float("nan")
    return float((np.where(weights > 0, each, 0.0) * weights).sum() / weights.sum())


def why_undefined(x: Floats, z: Floats, coefficient: Coefficient) -> np.ndarray:
    """Return the `Undefined` code of each row, on the condition that its value is undefined."""
    cells: Bools = ~(np.isnan(x) | np.isnan(z))
    n = cells.sum(axis=1)
    flat_x = is_constant(np.where(cells, x, np.nan))
    flat_z = is_constant(np.where(cells, z, np.nan))
    return np.select(
        [n == 0, n < coefficient.min_cells, flat_z, flat_x],
        [Undefined.EMPTY, Undefined.TOO_FEW, Undefined.CONSTANT_HUMAN, Undefined.CONSTANT_METRIC],
        default=Undefined.NO_PAIR,
    )


def correlation(
    x: Floats,
    z: Floats,
    level: Level,
    coefficient: Coefficient,
    *,
    average: Average = Average.MACRO,
    every_input: bool = False,
) -> LevelValue:
    """Correlate two matrices at a level; see `group` and `correlate_groups`."""
    return correlate_groups(
        group(x, z, level, coefficient, every_input=every_input), coefficient, average
    )


def pairwise_difference_pearson(groups: Groups) -> float:
    """Compute Pearson's correlation over all pairwise differences within groups.

    Each difference has both signs, so that the mean is zero and the sum over pairs is a sum of
    centred products, which needs no list of pairs.

    Args:
        groups: Vectors, from `levels.group`; at summary level this is the published measure.

    Returns:
        A number in [-1, 1]; NaN if either side never differs within a group.

    Source: DiIanni and Deutsch (EMNLP 2025).
    """
    x, z = groups
    seen = ~(np.isnan(x) | np.isnan(z))
    if is_constant(np.where(seen, x, np.nan)).all() or is_constant(np.where(seen, z, np.nan)).all():
        return float("nan")
    n = seen.sum(axis=1)
    dx, dz = _centred(x, seen), _centred(z, seen)
    xz, xx, zz = ((n * (a * b).sum(axis=1)).sum() for a, b in ((dx, dz), (dx, dx), (dz, dz)))
    return (
        float(np.clip(xz / np.sqrt(xx) / np.sqrt(zz), -1, 1)) if xx > 0 and zz > 0 else float("nan")
    )


def _centred(values: Floats, seen: np.ndarray) -> Floats:
    filled = np.where(seen, values, 0.0)
    mean = filled.sum(axis=1, keepdims=True) / np.maximum(seen.sum(axis=1, keepdims=True), 1)
    centred: Floats = np.where(seen, filled - mean, 0.0)
    return centred


@dataclass(frozen=True)
class TauWithin(RowByRow):
    """Tau over the pairs of systems whose metric scores differ by more than low, at most high.

    Attributes:
        low: Lower bound of differences, from 0, exclusive, in units of the metric.
        high: Upper bound of differences, inclusive, in units of the metric.

    Source: r_sys-delta(l, u) of Deutsch, Dror and Roth (NAACL 2022).
    """

    low: float = 0.0
    high: float = math.inf

    def of_row(self, x: Floats, z: Floats) -> float:
        """See `RowByRow.of_row`: (C - D) / pairs, NaN without a pair."""
        i, k = self._pairs(x)
        margin = (np.sign(x[i] - x[k]) * np.sign(z[i] - z[k])).sum()
        return float(margin / len(i)) if len(i) else float("nan")

    def weight(self, x: Floats, z: Floats) -> Floats:
        """Count the pairs of each row."""
        rows = zip(*jointly_present(x, z), strict=True)
        return np.array([len(self._pairs(a[~np.isnan(b)])[0]) for a, b in rows], dtype=np.float64)

    def _pairs(self, x: Floats) -> tuple[np.ndarray, np.ndarray]:
        i, k = np.triu_indices(len(x), 1)
        gap = round_significant(np.abs(x[i] - x[k]))
        chosen = (gap > self.low) & (gap <= self.high)
        return i[chosen], k[chosen]


TAU_WITHIN = TauWithin()


def without_rows(values: Floats) -> Floats:
    """Subtract from each row its mean, so that only differences within systems remain.

    Pearson of the results at global level is the partial correlation given the system.

    Args:
        values: Shape (systems, inputs), NaN where missing.
    """
    seen = ~np.isnan(values)
    return np.where(seen, _centred(values, seen), np.nan)
