"""Confidence intervals of measures: which method applies, and why there may be none."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from sacreval.errors import UsageError
from sacreval.meta.measures import Measure, is_accuracy
from sacreval.meta.results import IntervalFound
from sacreval.stats.arrays import Floats, jointly_present
from sacreval.stats.bootstrap import bootstrap_values, jackknife_values
from sacreval.stats.coefficients import Coefficient
from sacreval.stats.draws import Units, draw_resamples
from sacreval.stats.intervals import (
    Interval,
    bca_interval,
    fisher_interval,
    jackknife_interval,
    percentile_interval,
)
from sacreval.stats.levels import Level, correlation

Method = Literal["bootstrap", "bca", "fisher", "jackknife", "none"]
UnitsName = Literal["both", "systems", "inputs"]


@dataclass(frozen=True)
class IntervalPlan:
    """How intervals are made.

    Attributes:
        method: Percentile bootstrap, BCa, Fisher's z, delete-one jackknife, or none.
        units: What is drawn again or left out.
        resamples: Bootstrap resamples.
        confidence: In (0, 1).
        seed: Of the draws.
    """

    method: Method = "bootstrap"
    units: Units = Units.BOTH
    resamples: int = 1_000
    confidence: float = 0.95
    seed: int = 12_345

    def __post_init__(self) -> None:
        if not 0 < self.confidence < 1:
            raise UsageError(f"--confidence is {self.confidence}; give a number between 0 and 1.")
        if self.resamples < 1:
            raise UsageError(f"--resamples is {self.resamples}; give at least 1.")
        if self.method == "bca" and self.units is Units.BOTH:
            raise UsageError(
                "BCa needs one kind of unit, as its acceleration comes from leaving one out; "
                "add --units systems or --units inputs."
            )

    @property
    def signature(self) -> str:
        """Short form, for signatures."""
        if self.method in {"none", "fisher"}:
            return self.method
        return f"{self.method}-{self.units.value}"


class Bounded(NamedTuple):
    """An interval, or why there is none."""

    interval: IntervalFound | None
    reason: str | None


def bounded(
    measure: Measure, value: float, x: Floats, z: Floats, level: Level, plan: IntervalPlan
) -> Bounded:
    """Make the interval of one number.

    Args:
        measure: What was computed.
        value: Its value.
        x: Metric scores, systems x inputs.
        z: Human scores.
        level: The level.
        plan: How.
    """
    if plan.method == "none":
        return Bounded(None, None)
    if np.isnan(value):
        return Bounded(None, "the value is undefined")
    coefficient = measure.fixed(x, z, level)
    if coefficient is None:
        return Bounded(None, f"no resampling of {measure.name} with these options")
    every_input = bool(getattr(measure, "every_input", False))
    if every_input:
        judged = np.ones(len(x), dtype=bool)
    else:
        x, z = jointly_present(x, z)
        judged = ~np.isnan(z).all(axis=1)
    filled = ~(np.isnan(x[judged]) & np.isnan(z[judged])).all(axis=0)
    x, z = x[judged][:, filled], z[judged][:, filled]
    if plan.method == "fisher":
        return _fisher(value, x, level, coefficient, plan)
    if plan.method == "jackknife":
        return _jackknife(measure, value, x, z, level, coefficient, plan)
    draws = draw_resamples(plan.units, *x.shape, plan.resamples, plan.seed)
    replicates = bootstrap_values(x, z, level, coefficient, draws, every_input=every_input)
    if plan.method == "bca":
        left_out = jackknife_values(x, z, level, coefficient, plan.units, every_input=every_input)
        found = bca_interval(value, replicates, left_out, plan.confidence)
    else:
        found = percentile_interval(replicates, plan.confidence)
    defined = int((~np.isnan(replicates)).sum())
    if np.isnan(found.low):
        return Bounded(None, "too few resamples define the coefficient")
    return Bounded(_shown(found, plan, plan.resamples, defined), None)


def _shown(found: Interval, plan: IntervalPlan, resamples: int | None, defined: int | None) -> IntervalFound:
    seed = plan.seed if resamples else None
    return IntervalFound(found.low, found.high, plan.signature, plan.confidence, resamples, seed, defined)


def _fisher(value: float, x: Floats, level: Level, coefficient: Coefficient, plan: IntervalPlan) -> Bounded:
    cells = ~np.isnan(x)
    sizes = {
        Level.SYSTEM: int(cells.any(axis=1).sum()),
        Level.GLOBAL: int(cells.sum()),
        Level.SUMMARY: int(cells.sum(axis=0).max(initial=0)),
        Level.GROUP_BY_SYSTEM: int(cells.sum(axis=1).max(initial=0)),
    }
    found = fisher_interval(value, sizes[level], coefficient, plan.confidence)
    if np.isnan(found.low):
        return Bounded(None, f"Fisher's z is not defined for this coefficient at n = {sizes[level]}")
    return Bounded(_shown(found, plan, None, None), None)


def _jackknife(
    measure: Measure,
    value: float,
    x: Floats,
    z: Floats,
    level: Level,
    coefficient: Coefficient,
    plan: IntervalPlan,
) -> Bounded:
    kinds = [Units.SYSTEMS, Units.INPUTS] if plan.units is Units.BOTH else [plan.units]
    every_input = bool(getattr(measure, "every_input", False))
    left_out = [jackknife_values(x, z, level, coefficient, k, every_input=every_input) for k in kinds]
    whole = correlation(x, z, level, coefficient, every_input=every_input).value
    found = jackknife_interval(whole, left_out, plan.confidence, 0.0 if is_accuracy(measure) else -1.0)
    if np.isnan(found.low):
        return Bounded(None, "too few units to leave one out")
    return Bounded(_shown(found, plan, None, None), None)
