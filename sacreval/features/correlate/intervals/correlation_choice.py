"""Choice of the method of confidence intervals by coefficient, level and size of the data."""

from collections.abc import Sequence
from typing import NamedTuple

from sacreval.features.correlate.correlation_results import Correlation
from sacreval.features.correlate.measures.measures import (
    DifferencePearson,
    Measure,
    PartialBySystem,
    Plain,
    SoftAccuracy,
    TieCalibrated,
)
from sacreval.features.correlate.options import CorrelationIntervalName
from sacreval.stats.association.coefficients import PearsonCoefficient, Tau
from sacreval.stats.association.levels import Average, Level, TauWithin
from sacreval.stats.association.row_coefficients import KendallLike, WeightedTau
from sacreval.stats.draws import Units

FEW_SYSTEMS = 6
"""With fewer systems, no interval reached its coverage and no test kept its level in simulation."""
MANY_SYSTEMS = 50
"""From this number on, plain percentiles of Pearson and of means over inputs reach coverage."""
MANY_INPUTS = 2_000
"""Above this number, leaving out each input takes longer than a thousand resamples."""


class Chosen(NamedTuple):
    """A method, its units, and the reason of the choice.

    Attributes:
        method: A method other than `auto`.
        units: The units that are resampled or left out.
        reason: A short reason; None where the method is named by an option.
    """

    method: CorrelationIntervalName
    units: Units
    reason: str | None = None


def choose(
    measure: Measure, level: Level, units: Units, *, n_systems: int, n_inputs: int
) -> Chosen:
    """Choose the method whose intervals reach coverage in the simulations of the documentation."""
    if units is Units.INPUTS:
        return _over_inputs(n_inputs)
    if n_systems < FEW_SYSTEMS:
        left_out = Units.SYSTEMS if is_order_of_means(measure, level) else units
        return Chosen("jackknife", left_out, f"fewer than {FEW_SYSTEMS} systems")
    if isinstance(measure, PartialBySystem | DifferencePearson):
        return Chosen("percentile", units, "differences within systems or inputs")
    if level in {Level.GLOBAL, Level.GROUP_BY_SYSTEM}:
        return Chosen("expanded", units, f"few systems at {level.value} level")
    if over_pairs(measure) or is_order_of_means(measure, level):
        return _for_order(measure, level, units, n_systems)
    return _for_moments(measure, level, units, (n_systems, n_inputs))


def _over_inputs(n_inputs: int) -> Chosen:
    if n_inputs < 100:  # noqa: PLR2004 - above, the two methods differ by 1 %
        return Chosen("expanded", Units.INPUTS, "fewer than 100 inputs")
    return Chosen("percentile", Units.INPUTS, "100 inputs or more")


def _for_moments(measure: Measure, level: Level, units: Units, shape: tuple[int, int]) -> Chosen:
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


def _for_order(measure: Measure, level: Level, units: Units, n_systems: int) -> Chosen:
    """Choose for measures that count pairs or ranks of systems."""
    short = isinstance(measure, TieCalibrated) or level is Level.SUMMARY
    if short and n_systems < MANY_SYSTEMS:
        return Chosen("expanded", units, f"pairs of fewer than {MANY_SYSTEMS} systems")
    counted = "pairs of systems" if over_pairs(measure) else "ranks of systems"
    return Chosen("percentile", units, counted)


def is_pearson(measure: Measure) -> bool:
    """Return whether a measure is Pearson's correlation, or a mean of Pearson's correlations."""
    return isinstance(measure, Plain) and isinstance(measure.coefficient, PearsonCoefficient)


def over_pairs(measure: Measure) -> bool:
    """Return whether a measure is over all pairs, including those tied on both sides."""
    if isinstance(measure, TieCalibrated | SoftAccuracy):
        return True
    return isinstance(measure, Plain) and measure.coefficient.over_all_pairs


def counts_pairs(measure: Measure) -> bool:
    """Return whether the smallest or largest value means that all counted pairs are alike."""
    if over_pairs(measure):
        return True
    return isinstance(measure, Plain) and isinstance(
        measure.coefficient, Tau | KendallLike | TauWithin | WeightedTau
    )


def is_order_of_means(measure: Measure, level: Level) -> bool:
    """Return whether only the order of system means counts, which one input hardly ever changes."""
    return level is Level.SYSTEM and not is_pearson(measure)


SHORT_OVER_SYSTEMS = ("summary", "global")
"""Levels at which inputs carry much of the noise; coverage of 95 % intervals over systems alone was
.85 to .93 at summary level and .53 to .92 at global level."""


def interval_notes(results: Sequence[Correlation]) -> list[str]:
    """List notices of intervals of a run that are below their coverage."""
    return [*_few_systems(results), *_short_over_systems(results)]


def _few_systems(results: Sequence[Correlation]) -> list[str]:
    sizes = [
        r.n_systems for r in results if r.interval is not None and r.interval.units != "inputs"
    ]
    return few_systems_notes(max(sizes, default=FEW_SYSTEMS))


def few_systems_notes(n_systems: int) -> list[str]:
    """Note that systems are too few for an interval or a test."""
    if n_systems >= FEW_SYSTEMS:
        return []
    few = "1 system is" if n_systems == 1 else f"{n_systems} systems are"
    return [f"{few} too few for an interval or a test to hold; {FEW_SYSTEMS} are needed."]


def _short_over_systems(results: Sequence[Correlation]) -> list[str]:
    levels = dict.fromkeys(
        r.level
        for r in results
        if r.level in SHORT_OVER_SYSTEMS
        and r.interval is not None
        and r.interval.units == "systems"
        and r.interval.method != "rule-of-three"
    )
    if not levels:
        return []
    note = (
        f"Intervals over systems alone are too short at {' and '.join(levels)} level, where inputs "
        "carry much of the noise: use --units both."
    )
    return [note]
