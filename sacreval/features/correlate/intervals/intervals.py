"""Confidence intervals of measures, or the reason why there is none."""

from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np

from sacreval.errors import UsageError
from sacreval.features.correlate.correlation_results import IntervalFound
from sacreval.features.correlate.data.own_scores import OwnSides
from sacreval.features.correlate.data.whole_systems import whole_systems
from sacreval.features.correlate.intervals.correlation_choice import (
    Chosen,
    choose,
    counts_pairs,
    is_order_of_means,
    is_pearson,
)
from sacreval.features.correlate.intervals.correlation_intervals import (
    ConfidenceInterval,
    bca_interval,
    expanded_interval,
    fisher_interval,
    jackknife_interval,
    jackknife_z_interval,
    percentile_interval,
    rule_of_three,
)
from sacreval.features.correlate.intervals.interval_sample import Sample
from sacreval.features.correlate.measures.measures import Measure
from sacreval.features.correlate.options import CorrelationIntervalName, CorrelationOptions
from sacreval.stats.arrays import Floats
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import Units, draw_resamples

ROUNDING = 1e-12
"""Largest width of an interval whose ends differ only by rounding."""


@dataclass(frozen=True)
class IntervalPlan:
    """The method of confidence intervals and its parameters.

    Attributes:
        method: percentile, expanded, bca, fisher, jackknife, none, or auto, which chooses one.
        units: The units that are resampled or left out.
        resamples: Number of bootstrap resamples, from 1.
        confidence: Confidence level, in (0, 1).
        seed: Seed of the draws, from 0.

    Raises:
        UsageError: A value out of range, or BCa over both kinds of units.
    """

    method: CorrelationIntervalName = "auto"
    units: Units = Units.BOTH
    resamples: int = 1_000
    confidence: float = 0.95
    seed: int = 12_345

    @classmethod
    def of(cls, options: CorrelationOptions) -> Self:
        """Return the plan of options; official scores of systems have no inputs to draw."""
        units = Units(options.units or ("systems" if whole_systems(options) else "both"))
        return cls(options.interval, units, options.resamples, options.confidence, options.seed)

    def __post_init__(self) -> None:
        if not 0 < self.confidence < 1:
            raise UsageError(f"--confidence is {self.confidence}; give a number between 0 and 1.")
        if self.resamples < 1:
            raise UsageError(f"--resamples is {self.resamples}; give at least 1.")
        if self.seed < 0:
            raise UsageError(f"--seed is {self.seed}; give a number from 0 on.")
        if self.method == "bca" and self.units is Units.BOTH:
            raise UsageError(
                "BCa needs one kind of unit, as its acceleration comes from leaving one out; "
                "add --units systems or --units inputs."
            )

    @property
    def signature(self) -> str:
        """The short form in signatures."""
        if self.method in {"auto", "none", "fisher"}:
            return self.method
        return f"{self.method}-{self.units.value}"


class IntervalOutcome(NamedTuple):
    """An interval, or the reason why there is none."""

    interval: IntervalFound | None
    reason: str | None


def compute_interval(
    measure: Measure,
    value: float,
    x: Floats,
    z: Floats,
    *,
    level: Level,
    plan: IntervalPlan,
    own: OwnSides | None = None,
) -> IntervalOutcome:
    """Compute the confidence interval of one value.

    Args:
        measure: The measure.
        value: Its value on the whole sample.
        x: Metric scores, shape (systems, inputs), NaN where missing.
        z: Human scores, same shape.
        level: The level.
        plan: The method and its parameters.
        own: What the scores of systems are computed from, where they are a metric's own.

    Returns:
        The interval, whose width is above 0, or the reason why there is none.
    """
    if plan.method == "none":
        return IntervalOutcome(None, None)
    if np.isnan(value):
        return IntervalOutcome(None, "the value is undefined")
    sample = Sample.of(measure, x, z, level, own)
    chosen = Chosen(plan.method, plan.units)
    if plan.method == "auto":
        n_systems, n_inputs = sample.shape
        chosen = choose(measure, level, plan.units, n_systems=n_systems, n_inputs=n_inputs)
    methods = {"fisher": _fisher, "jackknife": _jackknife}
    outcome = methods.get(chosen.method, _bootstrap)(sample, plan, chosen)
    if outcome.interval is None or outcome.interval.high - outcome.interval.low > ROUNDING:
        return outcome
    return _all_right_or_wrong(sample, plan)


def _bootstrap(sample: Sample, plan: IntervalPlan, chosen: Chosen) -> IntervalOutcome:
    n_systems, n_inputs = sample.shape
    draws = draw_resamples(chosen.units, n_systems, n_inputs, plan.resamples, plan.seed)
    values = sample.resampled(draws)
    if chosen.method == "bca":
        left_out = sample.left_out(chosen.units)
        ends = bca_interval(sample.value, values, left_out, plan.confidence)
    elif chosen.method == "expanded":
        ends = expanded_interval(values, plan.confidence, sample.size(chosen.units))
    else:
        ends = percentile_interval(values, plan.confidence)
    defined = int((~np.isnan(values)).sum())
    if np.isnan(ends.low):
        return IntervalOutcome(None, "too few resamples define the coefficient")
    interval = replace(
        _named_interval(ends, plan, chosen),
        resamples=plan.resamples,
        seed=plan.seed,
        n_defined=defined,
    )
    return IntervalOutcome(interval, None)


def _named_interval(
    ends: ConfidenceInterval, plan: IntervalPlan, chosen: Chosen, name: str | None = None
) -> IntervalFound:
    """Return the interval with the name of its method and units."""
    method = f"{name or chosen.method}-{chosen.units.value}"
    return IntervalFound(
        *ends, method, plan.confidence, units=chosen.units.value, reason=chosen.reason
    )


def _fisher(sample: Sample, plan: IntervalPlan, chosen: Chosen) -> IntervalOutcome:
    if sample.level is not Level.SYSTEM:
        does = "counts cells as independent" if sample.level is Level.GLOBAL else "ignores the mean"
        return IntervalOutcome(
            None, f"Fisher's z {does} and does not hold here; use --interval auto"
        )
    n, coefficient = len(sample.x), sample.coefficient
    if coefficient is None:
        return IntervalOutcome(None, f"Fisher's z is not defined for {sample.measure.name}")
    ends = fisher_interval(sample.value, n, coefficient, plan.confidence)
    if np.isnan(ends.low):
        return IntervalOutcome(None, f"Fisher's z is not defined for this coefficient at n = {n}")
    interval = _named_interval(ends, plan, chosen._replace(units=Units.SYSTEMS))
    return IntervalOutcome(replace(interval, method="fisher"), None)


def _jackknife(sample: Sample, plan: IntervalPlan, chosen: Chosen) -> IntervalOutcome:
    if chosen.units is not Units.SYSTEMS and is_order_of_means(sample.measure, sample.level):
        return IntervalOutcome(
            None,
            "leaving out one input hardly changes an order of systems; add --units systems, or use "
            "--interval percentile",
        )
    kinds = [Units.SYSTEMS, Units.INPUTS] if chosen.units is Units.BOTH else [chosen.units]
    left_out = [sample.left_out(kind) for kind in kinds]
    if is_pearson(sample.measure):
        ends, name = jackknife_z_interval(sample.value, left_out, plan.confidence), "jackknife-z"
    else:
        floor = 0.0 if sample.measure.is_accuracy else -1.0
        ends, name = jackknife_interval(sample.value, left_out, plan.confidence, floor), "jackknife"
    if np.isnan(ends.low):
        return IntervalOutcome(None, "too few units to leave one out")
    return IntervalOutcome(_named_interval(ends, plan, chosen, name), None)


def _all_right_or_wrong(sample: Sample, plan: IntervalPlan) -> IntervalOutcome:
    """Bound a share of pairs that are all right or all wrong; other values have no interval."""
    is_accuracy, value = sample.measure.is_accuracy, sample.value
    share = value if is_accuracy else (value + 1) / 2
    if abs(share - 0.5) < 0.5 or not counts_pairs(sample.measure):  # noqa: PLR2004 - not at an end
        same = "every resample has this value, which does not bound other systems or inputs"
        return IntervalOutcome(None, same)
    by_system = sample.level is Level.GROUP_BY_SYSTEM
    ends = rule_of_three(round(share), sample.disjoint_pairs(), plan.confidence)
    if np.isnan(ends.low):
        return IntervalOutcome(None, "too few units for a pair")
    if not is_accuracy:
        ends = ConfidenceInterval(2 * ends.low - 1, 2 * ends.high - 1)
    reason = "all pairs right" if share > 0.5 else "all pairs wrong"  # noqa: PLR2004 - which end
    units = Units.INPUTS if by_system else Units.SYSTEMS
    interval = _named_interval(ends, plan, Chosen(plan.method, units, reason))
    return IntervalOutcome(replace(interval, method="rule-of-three"), None)
