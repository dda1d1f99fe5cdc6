"""Confidence intervals of measures: which method applies, and why there may be none."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from sacreval.errors import UsageError
from sacreval.meta.measures import Measure
from sacreval.meta.replicates import replicates
from sacreval.meta.results import IntervalFound
from sacreval.stats.arrays import Floats, jointly_present
from sacreval.stats.coefficients import Coefficient
from sacreval.stats.draws import Resamples, Units, draw_resamples, leave_one_out
from sacreval.stats.intervals import (
    ConfidenceInterval,
    bca_interval,
    fisher_interval,
    jackknife_interval,
    percentile_interval,
)
from sacreval.stats.levels import Level

Method = Literal["bootstrap", "bca", "fisher", "jackknife", "none"]
UnitsName = Literal["both", "systems", "inputs"]


@dataclass(frozen=True)
class IntervalPlan:
    """The method of confidence intervals and its parameters.

    Attributes:
        method: Percentile bootstrap, BCa, Fisher's z, delete-one jackknife, or none.
        units: What is resampled or left out: systems, inputs or both.
        resamples: Bootstrap resamples.
        confidence: In (0, 1).
        seed: Seed of the draws, from 0.
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
        if self.method in {"none", "fisher"}:
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
    """
    if plan.method == "none":
        return Bounded(None, None)
    if np.isnan(value):
        return Bounded(None, "the value is undefined")
    sample = _Sample.of(measure, x, z, level)
    makers = {"fisher": _fisher, "jackknife": _jackknife}
    return makers.get(plan.method, _bootstrapped)(sample, plan)


class _Sample(NamedTuple):
    """The scores and the measure of one interval."""

    x: Floats
    z: Floats
    level: Level
    measure: Measure

    @classmethod
    def of(cls, measure: Measure, x: Floats, z: Floats, level: Level) -> "_Sample":
        if measure.every_input:
            return cls(*_trimmed(x, z), level, measure)
        return cls(*_trimmed(*jointly_present(x, z)), level, measure)

    @property
    def value(self) -> float:
        return self.measure.of(self.x, self.z, self.level).value

    @property
    def coefficient(self) -> Coefficient | None:
        return self.measure.fixed(self.x, self.z, self.level)

    def resampled(self, draws: Resamples) -> Floats:
        return replicates(self.measure, self.x, self.z, self.level, draws)

    def left_out(self, units: Units) -> Floats:
        return self.resampled(leave_one_out(units, len(self.x), self.x.shape[1]))


def _bootstrapped(sample: _Sample, plan: IntervalPlan) -> Bounded:
    n_systems, n_inputs = sample.x.shape
    draws = draw_resamples(plan.units, n_systems, n_inputs, plan.resamples, plan.seed)
    found = sample.resampled(draws)
    if plan.method == "bca":
        ends = bca_interval(sample.value, found, sample.left_out(plan.units), plan.confidence)
    else:
        ends = percentile_interval(found, plan.confidence)
    defined = int((~np.isnan(found)).sum())
    if np.isnan(ends.low):
        return Bounded(None, "too few resamples define the coefficient")
    return Bounded(_shown(ends, plan, plan.resamples, defined), None)


def _trimmed(x: Floats, z: Floats) -> tuple[Floats, Floats]:
    """Leave out systems without a pair of means, and inputs without a score."""
    one_sided = np.isnan(x).all(axis=1) | np.isnan(z).all(axis=1)
    x, z = x[~one_sided], z[~one_sided]
    empty = (np.isnan(x) & np.isnan(z)).all(axis=0)
    return x[:, ~empty], z[:, ~empty]


def _shown(
    found: ConfidenceInterval, plan: IntervalPlan, resamples: int | None, defined: int | None
) -> IntervalFound:
    seed = plan.seed if resamples else None
    return IntervalFound(
        found.low, found.high, plan.signature, plan.confidence, resamples, seed, defined
    )


def _fisher(sample: _Sample, plan: IntervalPlan) -> Bounded:
    cells = ~np.isnan(sample.x)
    sizes = {
        Level.SYSTEM: int(cells.any(axis=1).sum()),
        Level.GLOBAL: int(cells.sum()),
        Level.SUMMARY: int(cells.sum(axis=0).max(initial=0)),
        Level.GROUP_BY_SYSTEM: int(cells.sum(axis=1).max(initial=0)),
    }
    n, coefficient = sizes[sample.level], sample.coefficient
    if coefficient is None:
        return Bounded(None, f"Fisher's z is not defined for {sample.measure.name}")
    found = fisher_interval(sample.value, n, coefficient, plan.confidence)
    if np.isnan(found.low):
        return Bounded(None, f"Fisher's z is not defined for this coefficient at n = {n}")
    return Bounded(_shown(found, plan, None, None), None)


def _jackknife(sample: _Sample, plan: IntervalPlan) -> Bounded:
    kinds = [Units.SYSTEMS, Units.INPUTS] if plan.units is Units.BOTH else [plan.units]
    left_out = [sample.left_out(kind) for kind in kinds]
    floor = 0.0 if sample.measure.is_accuracy else -1.0
    found = jackknife_interval(sample.value, left_out, plan.confidence, floor)
    if np.isnan(found.low):
        return Bounded(None, "too few units to leave one out")
    return Bounded(_shown(found, plan, None, None), None)
