"""Confidence intervals of a correlation: methods, and their choice by level and size of data."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

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
from sacreval.stats import resampling
from sacreval.stats.arrays import Floats
from sacreval.stats.association.coefficients import (
    Coefficient,
    PearsonCoefficient,
    SpearmanCoefficient,
    Tau,
)
from sacreval.stats.association.levels import Average, Level, TauWithin
from sacreval.stats.association.row_coefficients import KendallLike, WeightedTau
from sacreval.stats.draws import Units
from sacreval.stats.intervals.percentile_intervals import accelerated_interval, expanded_confidence


class ConfidenceInterval(NamedTuple):
    """Both ends of an interval; NaN without an interval."""

    low: float
    high: float


NONE = ConfidenceInterval(float("nan"), float("nan"))


def percentile_interval(replicates: Floats, confidence: float) -> ConfidenceInterval:
    """Return the bounds of `resampling.percentile_interval` over the replicates that are defined.

    Args:
        replicates: Values of resamples, shape (resamples,), NaN where undefined.
        confidence: Confidence level, in (0, 1).
    """
    defined = replicates[~np.isnan(replicates)]
    if len(defined) == 0:
        return NONE
    low, high = resampling.percentile_interval(defined, level=confidence)
    return ConfidenceInterval(float(low), float(high))


def expanded_interval(replicates: Floats, confidence: float, n: int) -> ConfidenceInterval:
    """Return wider percentiles, which correct the narrow bootstrap of few units.

    Values of resamples of n units spread sqrt((n - 1) / n) times as far as values of new samples,
    and normal tails are shorter than those of t; the two percentiles are moved to correct both.

    Args:
        replicates: Values of resamples, shape (resamples,), NaN where undefined.
        confidence: Confidence level, in (0, 1).
        n: Number of resampled units, the smaller number of two kinds; at least 2.

    Returns:
        Both ends; NaN without a defined replicate, or with fewer than two units.

    Source: Hesterberg (2015), "What teachers should know about the bootstrap".
    """
    level = expanded_confidence(n, confidence)
    return NONE if np.isnan(level) else percentile_interval(replicates, level)


def bca_interval(
    observed: float, replicates: Floats, left_out: Floats, confidence: float
) -> ConfidenceInterval:
    """Compute percentiles that are corrected for bias and acceleration (BCa).

    Args:
        observed: The value of the whole sample.
        replicates: Values of resamples of one kind of unit (systems or inputs), shape (resamples,).
        left_out: Delete-one values of the same units, shape (units,).
        confidence: Confidence level, in (0, 1).

    Source: Efron (1987).
    """
    defined, left_out = replicates[~np.isnan(replicates)], left_out[~np.isnan(left_out)]
    if np.isnan(observed):
        return NONE
    ends = accelerated_interval(observed, defined, left_out, confidence, expanded=False)
    return NONE if ends.low == ends.high else ConfidenceInterval(float(ends.low), float(ends.high))


def jackknife_interval(
    observed: float,
    left_out: list[Floats],
    confidence: float,
    floor: float = -1.0,
    ceiling: float = 1.0,
) -> ConfidenceInterval:
    """Compute an interval from the jackknife standard error and quantiles of t."""
    from scipy.special import stdtrit

    kinds = [values[~np.isnan(values)] for values in left_out]
    if np.isnan(observed) or any(len(values) < 2 for values in kinds):
        return NONE
    variance = sum((len(v) - 1) * float(v.var()) for v in kinds)
    freedom = min(len(values) for values in kinds) - 1
    reach = float(stdtrit(freedom, (1 + confidence) / 2)) * variance**0.5
    return ConfidenceInterval(max(floor, observed - reach), min(ceiling, observed + reach))


def jackknife_z_interval(
    observed: float, left_out: list[Floats], confidence: float
) -> ConfidenceInterval:
    """Compute a jackknife interval of a correlation on the scale of Fisher's z.

    Args:
        observed: The correlation of the whole sample.
        left_out: Delete-one values of each kind of unit; the variances of several kinds are added.
        confidence: Confidence level, in (0, 1).

    Returns:
        Both ends as correlations, in (-1, 1); the interval of `jackknife_interval` if a correlation
        is perfect, as its z is infinite.
    """
    with np.errstate(divide="ignore"):  # rounding may give a correlation above 1
        centre = float(np.arctanh(np.clip(observed, -1.0, 1.0)))
        scaled = [np.arctanh(np.clip(values, -1.0, 1.0)) for values in left_out]
    if not np.isfinite(centre) or any(np.isinf(values).any() for values in scaled):
        return jackknife_interval(observed, left_out, confidence)
    interval = jackknife_interval(centre, scaled, confidence, floor=-np.inf, ceiling=np.inf)
    return ConfidenceInterval(float(np.tanh(interval.low)), float(np.tanh(interval.high)))


def rule_of_three(observed: float, n_pairs: int, confidence: float) -> ConfidenceInterval:
    """Bound the share of correct pairs if all pairs are correct, or all are wrong.

    Disjoint pairs are independent, so that all n are correct with probability p ** n. The bound of
    p is (1 - confidence) / 2 to the power 1 / n, the exact bound of a binomial.

    Args:
        observed: The share of correct pairs, 1 or 0.
        n_pairs: Number of disjoint pairs, such as half the units, rounded down.
        confidence: Confidence level, in (0, 1).

    Returns:
        Both ends, one of which is `observed`; NaN without a pair.

    Source: Hanley and Lippman-Hand (1983); Clopper and Pearson (1934).
    """
    if n_pairs < 1:
        return NONE
    low = ((1 - confidence) / 2) ** (1 / n_pairs)
    return ConfidenceInterval(low, 1.0) if observed > 0.5 else ConfidenceInterval(0.0, 1 - low)


def fisher_interval(
    observed: float, n: int, coefficient: Coefficient, confidence: float
) -> ConfidenceInterval:
    """Compute the interval of Fisher's z, with the constants of Bonett and Wright (2000)."""
    from scipy.special import ndtri

    if isinstance(coefficient, PearsonCoefficient):
        taken, widen = 3, 1.0
    elif isinstance(coefficient, SpearmanCoefficient):
        taken, widen = 3, (1 + observed**2 / 2) ** 0.5
    elif isinstance(coefficient, Tau) and not coefficient.is_accuracy:
        taken, widen = 4, 0.437**0.5
    else:
        return NONE
    if np.isnan(observed) or n <= taken:
        return NONE
    if abs(observed) >= 1:
        return ConfidenceInterval(observed, observed)
    reach = float(ndtri((1 + confidence) / 2)) * widen / (n - taken) ** 0.5
    centre = np.arctanh(observed)
    return ConfidenceInterval(float(np.tanh(centre - reach)), float(np.tanh(centre + reach)))


FEW_SYSTEMS = 6
"""With fewer systems, no interval reached its coverage and no test kept its level in simulation."""
MANY_SYSTEMS = 50
"""From this number on, plain percentiles of Pearson and of means over inputs reach coverage."""
MANY_INPUTS = 2_000
"""Above this number, leaving out each input takes longer than a thousand resamples."""


class ChosenInterval(NamedTuple):
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
) -> ChosenInterval:
    """Choose the method whose intervals reach coverage in the simulations of the documentation."""
    if units is Units.INPUTS:
        return _over_inputs(n_inputs)
    if n_systems < FEW_SYSTEMS:
        left_out = Units.SYSTEMS if is_order_of_means(measure, level) else units
        return ChosenInterval("jackknife", left_out, f"fewer than {FEW_SYSTEMS} systems")
    if isinstance(measure, PartialBySystem | DifferencePearson):
        return ChosenInterval("percentile", units, "differences within systems or inputs")
    if level in {Level.GLOBAL, Level.GROUP_BY_SYSTEM}:
        return ChosenInterval("expanded", units, f"few systems at {level.value} level")
    if over_pairs(measure) or is_order_of_means(measure, level):
        return _for_order(measure, level, units, n_systems)
    return _for_moments(measure, level, units, (n_systems, n_inputs))


def _over_inputs(n_inputs: int) -> ChosenInterval:
    if n_inputs < 100:  # above, the two methods differ by 1 %
        return ChosenInterval("expanded", Units.INPUTS, "fewer than 100 inputs")
    return ChosenInterval("percentile", Units.INPUTS, "100 inputs or more")


def _for_moments(
    measure: Measure, level: Level, units: Units, shape: tuple[int, int]
) -> ChosenInterval:
    """Choose for Pearson of system means, and for means over inputs."""
    n_systems, n_inputs = shape
    if n_systems >= MANY_SYSTEMS:
        return ChosenInterval("percentile", units, f"{MANY_SYSTEMS} systems or more")
    if measure.average is not Average.MACRO:
        return ChosenInterval("expanded", units, "a mean that is not macro")
    if n_inputs > MANY_INPUTS:
        return ChosenInterval("expanded", units, f"more than {MANY_INPUTS} inputs to leave out")
    what = "a mean over inputs" if level is Level.SUMMARY else "Pearson of system means"
    return ChosenInterval("jackknife", units, f"{what}, fewer than {MANY_SYSTEMS} systems")


def _for_order(measure: Measure, level: Level, units: Units, n_systems: int) -> ChosenInterval:
    """Choose for measures that count pairs or ranks of systems."""
    short = isinstance(measure, TieCalibrated) or level is Level.SUMMARY
    if short and n_systems < MANY_SYSTEMS:
        return ChosenInterval("expanded", units, f"pairs of fewer than {MANY_SYSTEMS} systems")
    counted = "pairs of systems" if over_pairs(measure) else "ranks of systems"
    return ChosenInterval("percentile", units, counted)


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
