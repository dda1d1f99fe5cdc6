"""The sample of a confidence interval: the scores that take part, and their measure."""

from typing import NamedTuple

import numpy as np

from sacreval.features.correlate.data.own_scores import OwnSides
from sacreval.features.correlate.intervals.replicates import replicates
from sacreval.features.correlate.measures.measures import Measure
from sacreval.stats.arrays import Floats, jointly_present
from sacreval.stats.association.coefficients import Coefficient
from sacreval.stats.association.differences import TauWithin
from sacreval.stats.association.levels import Level, group
from sacreval.stats.association.row_coefficients import KendallLike
from sacreval.stats.draws import Resamples, Units, leave_one_out


class Sample(NamedTuple):
    """The scores and the measure of one interval."""

    x: Floats
    z: Floats
    level: Level
    measure: Measure
    own: OwnSides | None = None

    @classmethod
    def of(
        cls, measure: Measure, x: Floats, z: Floats, level: Level, own: OwnSides | None = None
    ) -> "Sample":
        """Create the sample of the systems and inputs that take part.

        Args:
            measure: The measure.
            x: Metric scores, shape (systems, inputs), NaN where missing.
            z: Human scores, same shape.
            level: The level.
            own: What the scores of systems are computed from, where they are a metric's own.
        """
        if own is not None:
            own = own.taking_part()
            return cls(*own.vectors(), level, measure, own)
        if measure.every_input:
            return cls(*_without_empty(x, z), level, measure)
        return cls(*_without_empty(*jointly_present(x, z)), level, measure)

    @property
    def value(self) -> float:
        """The value on the whole sample, NaN where undefined."""
        return self.measure.of(self.x, self.z, self.level).value

    @property
    def coefficient(self) -> Coefficient | None:
        """The coefficient with its fitted parameters fixed; None if the measure has none."""
        return self.measure.fixed(self.x, self.z, self.level)

    def resampled(self, draws: Resamples) -> Floats:
        """Compute the value of each resample, shape (draws,), NaN where undefined."""
        if self.own is not None:
            return self.own.replicates(self.measure, draws)
        return replicates(self.measure, self.x, self.z, self.level, draws)

    def left_out(self, units: Units) -> Floats:
        """Compute the value without each unit, shape (units,); for systems or inputs."""
        return self.resampled(leave_one_out(units, *self.shape))

    @property
    def shape(self) -> tuple[int, int]:
        """Number of systems, number of inputs."""
        over = self.x if self.own is None else self.own.z
        return len(over), int(over.shape[1])

    def size(self, units: Units) -> int:
        """Return the number of units; of both kinds, the smaller number."""
        n_systems, n_inputs = self.shape
        sizes = {Units.SYSTEMS: n_systems, Units.INPUTS: n_inputs}
        return sizes[units] if units in sizes else min(n_systems, n_inputs)

    def disjoint_pairs(self) -> int:
        """Return the largest number of counted pairs that share no unit."""
        by_system = self.level is Level.GROUP_BY_SYSTEM
        most = (len(self.x.T) if by_system else len(self.x)) // 2
        coefficient = self.coefficient
        if not isinstance(coefficient, KendallLike | TauWithin):
            return most
        groups = group(self.x, self.z, self.level, coefficient)
        return min(most, int(coefficient.weight(*groups).max(initial=0)))


def _without_empty(x: Floats, z: Floats) -> tuple[Floats, Floats]:
    """Remove systems without scores on either side, and inputs without any score."""
    others = tuple(range(1, x.ndim))
    one_sided = np.isnan(x).all(axis=others) | np.isnan(z).all(axis=others)
    x, z = x[~one_sided], z[~one_sided]
    empty = (np.isnan(x) & np.isnan(z)).all(axis=(0, *others[1:]))
    return x[:, ~empty], z[:, ~empty]
