"""Confidence intervals of measures: which method applies, and why there may be none."""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from sacreval.errors import UsageError
from sacreval.meta.correlation_results import IntervalFound
from sacreval.meta.interval_choice import Chosen, choose, counts_pairs, is_pearson, jumps
from sacreval.meta.interval_sample import Sample
from sacreval.meta.measures import Measure
from sacreval.meta.options import IntervalName
from sacreval.stats.arrays import Floats
from sacreval.stats.draws import Units, draw_resamples
from sacreval.stats.intervals import (
    ConfidenceInterval,
    bca_interval,
    expanded_interval,
    fisher_interval,
    jackknife_interval,
    jackknife_z_interval,
    percentile_interval,
    rule_of_three,
)
from sacreval.stats.levels import Level

UnitsName = Literal["both", "systems", "inputs"]


@dataclass(frozen=True)
class IntervalPlan:
    """The method of confidence intervals and its parameters.

    Attributes:
        method: Percentile bootstrap, one with expanded tails, BCa, Fisher's z, jackknife, none, or
            auto, which chooses.
        units: What is resampled or left out: systems, inputs or both.
        resamples: Bootstrap resamples.
        confidence: In (0, 1).
        seed: Seed of the draws, from 0.
    """

    method: IntervalName = "auto"
    units: Units = Units.BOTH
    resamples: int = 1_000
    confidence: float = 0.95
    seed: int = 12_345

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
        """Short form, for signatures."""
        if self.method in {"auto", "none", "fisher"}:
            return self.method
        return f"{self.method}-{self.units.value}"


class Bounded(NamedTuple):
    """An interval, or why there is none."""

    interval: IntervalFound | None
    reason: str | None


def bounded(
    measure: Measure, value: float, x: Floats, z: Floats, *, level: Level, plan: IntervalPlan
) -> Bounded:
    """Compute the confidence interval of one value.

    Args:
        measure: What was computed.
        value: Its value.
        x: Metric scores, systems x inputs.
        z: Human scores.
        level: The level.
        plan: The method and its parameters.

    Returns:
        The interval, never of width 0; or the reason why there is none.
    """
    if plan.method == "none":
        return Bounded(None, None)
    if np.isnan(value):
        return Bounded(None, "the value is undefined")
    sample = Sample.of(measure, x, z, level)
    chosen = Chosen(plan.method, plan.units)
    if plan.method == "auto":
        n_systems, n_inputs = sample.x.shape
        chosen = choose(measure, level, plan.units, n_systems=n_systems, n_inputs=n_inputs)
    makers = {"fisher": _fisher, "jackknife": _jackknife}
    found = makers.get(chosen.method, _bootstrapped)(sample, plan, chosen)
    if found.interval is None or found.interval.low < found.interval.high:
        return found
    return _all_alike(sample, plan)


def _bootstrapped(sample: Sample, plan: IntervalPlan, chosen: Chosen) -> Bounded:
    n_systems, n_inputs = sample.x.shape
    draws = draw_resamples(chosen.units, n_systems, n_inputs, plan.resamples, plan.seed)
    found = sample.resampled(draws)
    if chosen.method == "bca":
        left_out = sample.left_out(chosen.units)
        ends = bca_interval(sample.value, found, left_out, plan.confidence)
    elif chosen.method == "expanded":
        ends = expanded_interval(found, plan.confidence, sample.size(chosen.units))
    else:
        ends = percentile_interval(found, plan.confidence)
    defined = int((~np.isnan(found)).sum())
    if np.isnan(ends.low):
        return Bounded(None, "too few resamples define the coefficient")
    shown = _shown(ends, plan, chosen)
    drawn = replace(shown, resamples=plan.resamples, seed=plan.seed, n_defined=defined)
    return Bounded(drawn, None)


def _shown(
    ends: ConfidenceInterval, plan: IntervalPlan, chosen: Chosen, name: str | None = None
) -> IntervalFound:
    """Name the method with its units."""
    method = f"{name or chosen.method}-{chosen.units.value}"
    return IntervalFound(
        *ends, method, plan.confidence, units=chosen.units.value, reason=chosen.reason
    )


def _fisher(sample: Sample, plan: IntervalPlan, chosen: Chosen) -> Bounded:
    if sample.level is not Level.SYSTEM:
        does = "counts cells as independent" if sample.level is Level.GLOBAL else "ignores the mean"
        return Bounded(None, f"Fisher's z {does} and does not hold here; use --interval auto")
    n, coefficient = len(sample.x), sample.coefficient
    if coefficient is None:
        return Bounded(None, f"Fisher's z is not defined for {sample.measure.name}")
    ends = fisher_interval(sample.value, n, coefficient, plan.confidence)
    if np.isnan(ends.low):
        return Bounded(None, f"Fisher's z is not defined for this coefficient at n = {n}")
    shown = _shown(ends, plan, chosen._replace(units=Units.SYSTEMS))
    return Bounded(replace(shown, method="fisher"), None)


def _jackknife(sample: Sample, plan: IntervalPlan, chosen: Chosen) -> Bounded:
    if chosen.units is not Units.SYSTEMS and jumps(sample.measure, sample.level):
        return Bounded(
            None,
            "leaving out inputs says nothing of an order of systems; add --units systems, or use "
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
        return Bounded(None, "too few units to leave one out")
    return Bounded(_shown(ends, plan, chosen, name), None)


def _all_alike(sample: Sample, plan: IntervalPlan) -> Bounded:
    """Bound a share of pairs of which all are right, or wrong; nothing else can be told."""
    is_accuracy, value = sample.measure.is_accuracy, sample.value
    share = value if is_accuracy else (value + 1) / 2
    if abs(share - 0.5) < 0.5 or not counts_pairs(sample.measure):  # noqa: PLR2004 - not at an end
        same = "every sample drawn has this value, which tells nothing of other systems or inputs"
        return Bounded(None, same)
    by_system = sample.level is Level.GROUP_BY_SYSTEM
    ends = rule_of_three(round(share), sample.disjoint_pairs(), plan.confidence)
    if np.isnan(ends.low):
        return Bounded(None, "too few units for a pair")
    if not is_accuracy:
        ends = ConfidenceInterval(2 * ends.low - 1, 2 * ends.high - 1)
    all_alike = "all pairs right" if share > 0.5 else "all pairs wrong"  # noqa: PLR2004 - which end
    units = Units.INPUTS if by_system else Units.SYSTEMS
    shown = _shown(ends, plan, Chosen(plan.method, units, all_alike))
    return Bounded(replace(shown, method="rule-of-three"), None)
