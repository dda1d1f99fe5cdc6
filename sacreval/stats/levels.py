"""Levels: which cells form the vectors to correlate. Every coefficient works at every level."""

from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Bools, Floats, Ints, is_constant, jointly_present
from sacreval.stats.coefficients import Coefficient

_NOISE = 1e-14
"""Some fifty roundings of a double, relative to the largest cell."""


class Level(Enum):
    """How the cells of a systems x inputs matrix are grouped."""

    SUMMARY = "summary"
    SYSTEM = "system"
    GLOBAL = "global"
    GROUP_BY_SYSTEM = "group-by-system"


class Average(Enum):
    """How the values of many groups become one."""

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
    """Vectors to correlate: one row a group, NaN where a group is shorter."""

    x: Floats
    z: Floats


class LevelValue(NamedTuple):
    """A correlation at a level: the mean over its groups, and what each group gave."""

    value: float
    each: Floats
    why: np.ndarray


def system_means(values: Floats) -> Floats:
    """Average each row over the cells that are there; NaN for a row without any."""
    seen = ~np.isnan(values)
    held, counts = np.where(seen, values, 0.0), seen.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Floats = held.sum(axis=1) / counts
    return without_noise(np.where(counts > 0, means, np.nan), values)


def without_noise(means: Floats, values: Floats) -> Floats:
    """Call a mean zero where only the rounding of a sum is left of it, so that zeros tie.

    Args:
        means: Shape (..., systems).
        values: Systems x inputs, what was averaged.
    """
    size = np.nanmax(np.abs(values), axis=1, initial=0.0)
    return np.where(np.abs(means) <= _NOISE * size, 0.0, means)


def group(
    x: Floats, z: Floats, level: Level, coefficient: Coefficient, *, every_input: bool = False
) -> Groups:
    """Arrange a pair of matrices for a level.

    Means of systems are rounded to twelve significant digits for a coefficient of order, so that
    ties among them do not hang on the order of a sum; scores of cells are compared as they were
    given.

    Args:
        x: Metric scores, systems x inputs, NaN where there is none.
        z: Human scores, same shape.
        level: The level.
        coefficient: What will be computed.
        every_input: At system level, average each side over all inputs it has; otherwise over the
            cells that both sides have.

    Returns:
        Matrices of shape (groups, cells).
    """
    if level is Level.SYSTEM and every_input:
        return _of_means(x, z, coefficient)
    x, z = jointly_present(x, z)
    if level is Level.SUMMARY:
        return Groups(x.T, z.T)
    if level is Level.GROUP_BY_SYSTEM:
        return Groups(x, z)
    if level is Level.GLOBAL:
        return Groups(x.reshape(1, -1), z.reshape(1, -1))
    return _of_means(x, z, coefficient)


def _of_means(x: Floats, z: Floats, coefficient: Coefficient) -> Groups:
    return Groups(*(coefficient.settled(system_means(side))[None, :] for side in (x, z)))


def correlate_groups(
    groups: Groups,
    coefficient: Coefficient,
    average: Average = Average.MACRO,
    origin: Ints | None = None,
) -> LevelValue:
    """Correlate each group and average.

    Args:
        groups: From `group`.
        coefficient: What to compute.
        average: Macro mean over defined groups; micro, weighted by the cells of a group (for
            the daRR score, by its judged pairs, as WMT does); or macro with undefined groups as 0.
        origin: Of a resample that is written out: the unit that each cell was drawn from.

    Returns:
        The value (NaN if no group has one), the value of each group, and why some have none.
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
    """Return for each row why a coefficient is undefined (meaningful only where it is)."""
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
    """Correlate two systems x inputs matrices at a level; see `group` and `correlate_groups`."""
    return correlate_groups(
        group(x, z, level, coefficient, every_input=every_input), coefficient, average
    )
