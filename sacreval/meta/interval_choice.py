"""Which method of confidence intervals fits a coefficient, its level and the size of the data."""

from typing import NamedTuple

from sacreval.meta.measures import (
    DifferencePearson,
    Measure,
    PartialBySystem,
    Plain,
    SoftAccuracy,
    TieCalibrated,
)
from sacreval.meta.options import IntervalName
from sacreval.stats.coefficients import (
    PearsonCoefficient,
    Tau,
)
from sacreval.stats.differences import TauWithin
from sacreval.stats.draws import Units
from sacreval.stats.levels import Average, Level
from sacreval.stats.row_coefficients import KendallLike, WeightedTau

FEW_SYSTEMS = 6
"""With fewer systems no interval and no test was found to hold."""
MANY_SYSTEMS = 50
"""From here on percentiles of Pearson and of means over inputs hold as they are."""
MANY_INPUTS = 2_000
"""Beyond, leaving out each input takes longer than a thousand resamples."""


class Chosen(NamedTuple):
    """A method, what it draws or leaves out, and why it was chosen.

    Attributes:
        method: Not `auto`.
        units: What is resampled or left out.
        reason: Short; None where the method was named.
    """

    method: IntervalName
    units: Units
    reason: str | None = None


def choose(
    measure: Measure, level: Level, units: Units, *, n_systems: int, n_inputs: int
) -> Chosen:
    """Choose the method whose intervals hold in the simulated worlds of `docs/meta_evaluation.md`.

    Args:
        measure: What was computed.
        level: The level.
        units: What the interval is over.
        n_systems: Systems that take part.
        n_inputs: Inputs that take part.
    """
    if units is Units.INPUTS:
        return _over_inputs(n_inputs)
    if n_systems < FEW_SYSTEMS:
        kept = Units.SYSTEMS if jumps(measure, level) else units
        return Chosen("jackknife", kept, f"fewer than {FEW_SYSTEMS} systems")
    if isinstance(measure, PartialBySystem | DifferencePearson):
        return Chosen("percentile", units, "differences within systems or inputs")
    if level in {Level.GLOBAL, Level.GROUP_BY_SYSTEM}:
        return Chosen("expanded", units, f"few systems at {level.value} level")
    if over_pairs(measure) or jumps(measure, level):
        return _of_order(measure, level, units, n_systems)
    return _of_moments(measure, level, units, (n_systems, n_inputs))


def _over_inputs(n_inputs: int) -> Chosen:
    if n_inputs < 100:  # noqa: PLR2004 - from here on both differ by 1 %
        return Chosen("expanded", Units.INPUTS, "fewer than 100 inputs")
    return Chosen("percentile", Units.INPUTS, "100 inputs or more")


def _of_moments(measure: Measure, level: Level, units: Units, shape: tuple[int, int]) -> Chosen:
    """Choose for Pearson of system means, and for means over inputs."""
    n_systems, n_inputs = shape
    if n_systems >= MANY_SYSTEMS:
        return Chosen("percentile", units, f"{MANY_SYSTEMS} systems or more")
    if measure.average is not Average.MACRO:
        return Chosen("expanded", units, "a mean that is not macro")
    if n_inputs > MANY_INPUTS:
        return Chosen("expanded", units, f"more than {MANY_INPUTS} inputs to leave out")
    what = "a mean over inputs" if level is Level.SUMMARY else "Pearson of system means"
    return Chosen("jackknife", units, f"{what}, fewer than {MANY_SYSTEMS} systems")


def _of_order(measure: Measure, level: Level, units: Units, n_systems: int) -> Chosen:
    """Choose for what counts pairs or ranks of systems."""
    short = isinstance(measure, TieCalibrated) or level is Level.SUMMARY
    if short and n_systems < MANY_SYSTEMS:
        return Chosen("expanded", units, f"pairs of fewer than {MANY_SYSTEMS} systems")
    counted = "pairs of systems" if over_pairs(measure) else "ranks of systems"
    return Chosen("percentile", units, counted)


def is_pearson(measure: Measure) -> bool:
    """Whether a measure is Pearson's correlation, or a mean of such."""
    return isinstance(measure, Plain) and isinstance(measure.coefficient, PearsonCoefficient)


def over_pairs(measure: Measure) -> bool:
    """Whether a measure is over all pairs, those tied on both sides too."""
    if isinstance(measure, TieCalibrated | SoftAccuracy):
        return True
    return isinstance(measure, Plain) and measure.coefficient.over_all_pairs


def counts_pairs(measure: Measure) -> bool:
    """Whether a value at either end says that all pairs, or all that count, are right or wrong."""
    if over_pairs(measure):
        return True
    return isinstance(measure, Plain) and isinstance(
        measure.coefficient, Tau | KendallLike | TauWithin | WeightedTau
    )


def jumps(measure: Measure, level: Level) -> bool:
    """Whether leaving one input out hardly ever changes the value: orders of system means."""
    return level is Level.SYSTEM and not is_pearson(measure)
