"""Measures of the agreement of a metric with human scores, and the levels that define them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from sacreval.features.correlate.measures.soft_accuracy import soft_pairwise_accuracy
from sacreval.features.correlate.measures.tie_calibration import fitted_threshold
from sacreval.stats.arrays import Bools, Floats, Ints, jointly_present
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import (
    TAU_WITHIN,
    Average,
    Groups,
    Level,
    Undefined,
    correlate_groups,
    correlation,
    group,
    pairwise_difference_pearson,
    why_undefined,
    without_rows,
)
from sacreval.stats.association.pair_counts import average_ranks
from sacreval.stats.association.row_coefficients import TiedAccuracy

ALL_LEVELS = frozenset(Level)
MAX_PAIRS = 20_000_000
"""Largest number of pairs of systems, whose p-values take half a gigabyte."""


class Measured(NamedTuple):
    """The value of a measure, with its parts.

    Attributes:
        value: NaN where undefined.
        each: Value of each group, shape (groups,); one group at system and global level.
        why: `Undefined` code of each group, same shape.
        epsilon: The tie threshold, or None.
        n_pairs: Number of counted pairs of systems, or None if a coefficient counts all.
    """

    value: float
    each: Floats
    why: np.ndarray
    epsilon: float | None = None
    n_pairs: int | None = None


@dataclass(frozen=True)
class Measure(ABC):
    """A named measure of the agreement of a metric with human scores.

    Attributes:
        name: The name in options and results.
        levels: The levels at which the measure is defined.
        needs_inputs: Whether a value at system level needs scores of inputs, not of systems alone.
        unswappable: Why the scores of two metrics cannot be swapped; empty if they can.
    """

    name: str
    levels: ClassVar[frozenset[Level]] = ALL_LEVELS
    needs_inputs: ClassVar[bool] = False
    unswappable: ClassVar[str] = ""

    @property
    def average(self) -> Average:
        """The mean over groups."""
        return Average.MACRO

    @property
    def every_input(self) -> bool:
        """Whether system means are over all inputs that a side has, not over the common ones."""
        return False

    @property
    def epsilon(self) -> float | None:
        """The tie threshold of metric differences; None if it is fitted on the data."""
        return 0.0

    @property
    def is_accuracy(self) -> bool:
        """Whether values lie in [0, 1]."""
        return False

    @abstractmethod
    def of(self, x: Floats, z: Floats, level: Level) -> Measured:
        """Compute the measure.

        Args:
            x: Metric scores, shape (systems, inputs), NaN where missing.
            z: Human scores, same shape.
            level: One of `levels`.
        """

    def fixed(self, _x: Floats, _z: Floats, _level: Level) -> c.Coefficient | None:
        """Return the coefficient to resample, with fitted parameters fixed, or None."""
        return None


@dataclass(frozen=True)
class Plain(Measure):
    """A coefficient of two vectors, averaged over groups.

    Attributes:
        coefficient: The coefficient.
        average: The mean over groups.
        every_input: Whether system means are over all inputs that a side has.
    """

    coefficient: c.Coefficient = c.PEARSON
    average: Average = Average.MACRO
    every_input: bool = False

    @property
    def is_accuracy(self) -> bool:
        """See `Measure.is_accuracy`."""
        return self.coefficient.is_accuracy

    def of(self, x: Floats, z: Floats, level: Level) -> Measured:
        """See `Measure.of`."""
        result = correlation(
            x, z, level, self.coefficient, average=self.average, every_input=self.every_input
        )
        return Measured(*result)

    def of_resample(self, x: Floats, z: Floats, level: Level, rows: Ints, columns: Ints) -> float:
        """Compute the measure on a resample, without pairs of a cell with its own copy.

        Args:
            x: Metric scores, shape (systems, inputs).
            z: Human scores, same shape.
            level: One of `levels`.
            rows: Indices of the drawn systems.
            columns: Indices of the drawn inputs.
        """
        cells = np.ix_(rows, columns)
        groups = group(x[cells], z[cells], level, self.coefficient, every_input=self.every_input)
        origin = {
            Level.GROUP_BY_SYSTEM: columns,
            Level.GLOBAL: np.add.outer(rows * x.shape[1], columns).ravel(),
        }.get(level, rows)
        return correlate_groups(groups, self.coefficient, self.average, origin).value

    def fixed(self, _x: Floats, _z: Floats, _level: Level) -> c.Coefficient | None:
        """See `Measure.fixed`; only macro means over defined groups are resampled."""
        return self.coefficient if self.average is Average.MACRO else None


@dataclass(frozen=True)
class GapTau(Plain):
    """r_sys-delta: tau over pairs of systems whose metric difference is between two bounds."""

    coefficient: c.Coefficient = TAU_WITHIN
    every_input: bool = True
    levels: ClassVar[frozenset[Level]] = frozenset({Level.SYSTEM})
    unswappable: ClassVar[str] = (
        "scores that are swapped lose the units of the gap; use a bootstrap test"
    )

    def of(self, x: Floats, z: Floats, level: Level) -> Measured:
        """See `Measure.of`."""
        groups = group(x, z, level, self.coefficient, every_input=self.every_input)
        pairs = self.coefficient.weight(*groups)
        return super().of(x, z, level)._replace(n_pairs=int(pairs.sum()))


@dataclass(frozen=True)
class TieCalibrated(Measure):
    """acc_eq: pairwise accuracy where metric differences up to epsilon are ties.

    Attributes:
        epsilon: The tie threshold, such as one from held-out data; None fits it on the same data,
            as WMT does.
    """

    epsilon: float | None = None
    unswappable: ClassVar[str] = (
        "scores with different tie thresholds cannot be swapped; use perm-pairs"
    )

    @property
    def is_accuracy(self) -> bool:
        """See `Measure.is_accuracy`."""
        return True

    def of(self, x: Floats, z: Floats, level: Level) -> Measured:
        """See `Measure.of`."""
        groups = group(x, z, level, c.PAIR_ACCURACY)
        epsilon = self.threshold(groups)
        return Measured(*correlate_groups(groups, TiedAccuracy(epsilon)), epsilon)

    def threshold(self, groups: Groups) -> float:
        """Return the tie threshold, fitted if it is not set."""
        return fitted_threshold(*groups) if self.epsilon is None else self.epsilon

    def fixed(self, x: Floats, z: Floats, level: Level) -> c.Coefficient | None:
        """See `Measure.fixed`; epsilon is fitted on the whole sample."""
        epsilon = self.threshold(group(x, z, level, c.PAIR_ACCURACY))
        return c.PAIR_ACCURACY if not epsilon else TiedAccuracy(epsilon)


@dataclass(frozen=True)
class SoftAccuracy(Measure):
    """SPA: agreement of the p-values of differences between systems."""

    levels: ClassVar[frozenset[Level]] = frozenset({Level.SYSTEM})
    needs_inputs: ClassVar[bool] = True

    @property
    def is_accuracy(self) -> bool:
        """See `Measure.is_accuracy`."""
        return True

    def of(self, x: Floats, z: Floats, _level: Level) -> Measured:
        """See `Measure.of`; only inputs with scores of every system take part."""
        x, z, _, _ = complete_part(x, z)
        if len(x) * (len(x) - 1) // 2 > MAX_PAIRS:
            nothing = np.full(1, np.nan)
            return Measured(float("nan"), nothing, np.full(1, Undefined.TOO_MANY))
        value = soft_pairwise_accuracy(x, z)
        code = Undefined.EMPTY if z.size == 0 else Undefined.TOO_FEW
        why = np.array([code if np.isnan(value) else Undefined.DEFINED])
        return Measured(value, np.array([value]), why)


class CompletePart(NamedTuple):
    """The scores of judged systems on inputs that are judged for all of them.

    Attributes:
        x: Metric scores, shape (judged systems, complete inputs).
        z: Human scores, same shape.
        systems: Whether each system has a judgment, shape (systems,).
        inputs: Whether each input is judged for all of these, shape (inputs,).
    """

    x: Floats
    z: Floats
    systems: Bools
    inputs: Bools


def complete_part(x: Floats, z: Floats) -> CompletePart:
    """Select the systems and inputs of two matrices without missing cells."""
    x, z = jointly_present(x, z)
    missing = np.isnan(z)
    judged = np.asarray(~missing.all(axis=1))
    complete = np.asarray(~missing[judged].any(axis=0))
    return CompletePart(x[judged][:, complete], z[judged][:, complete], judged, complete)


@dataclass(frozen=True)
class DifferencePearson(Measure):
    """PDP: Pearson over all differences within groups."""

    levels: ClassVar[frozenset[Level]] = frozenset(
        {Level.SUMMARY, Level.GROUP_BY_SYSTEM, Level.GLOBAL}
    )

    def of(self, x: Floats, z: Floats, level: Level) -> Measured:
        """See `Measure.of`."""
        groups = group(x, z, level, c.PearsonCoefficient())
        value = pairwise_difference_pearson(groups)
        empty = np.isnan(groups.x).all()
        flat = Undefined.EMPTY if empty else _flat_side(groups.x, groups.z)
        why = np.array([flat if np.isnan(value) else Undefined.DEFINED])
        return Measured(value, np.array([value]), why)


def _flat_side(x: Floats, z: Floats) -> Undefined:
    codes = set(why_undefined(x, z, c.PearsonCoefficient()).tolist())
    for code in (Undefined.CONSTANT_HUMAN, Undefined.CONSTANT_METRIC):
        if code in codes:
            return code
    return Undefined.TOO_FEW


@dataclass(frozen=True)
class PartialBySystem(Measure):
    """Correlation over all cells after the mean of each system is subtracted.

    Attributes:
        coefficient: Pearson, or Spearman, which is Pearson of ranks.
    """

    coefficient: c.Coefficient = c.PEARSON
    levels: ClassVar[frozenset[Level]] = frozenset({Level.GLOBAL})

    def of(self, x: Floats, z: Floats, level: Level) -> Measured:
        """See `Measure.of`."""
        x, z = jointly_present(x, z)
        if self.coefficient.on_ranks:
            x, z = (average_ranks(side.reshape(1, -1)).reshape(side.shape) for side in (x, z))
        return Measured(
            *correlation(without_rows(x), without_rows(z), level, c.PearsonCoefficient())
        )
