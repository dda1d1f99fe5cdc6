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
    measure: Measure, value: float, x: Floats, z: Floats, *, level: Level, plan: IntervalPlan
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
    coefficient = measure.fixed(x, z, level)
    if np.isnan(value) or coefficient is None:
        undefined = "the value is undefined"
        without = f"no resampling of {measure.name} with these options"
        return Bounded(None, undefined if np.isnan(value) else without)
    sample = _Sample.of(measure, coefficient, x, z, level)
    makers = {"fisher": _fisher, "jackknife": _jackknife}
    return makers.get(plan.method, _bootstrapped)(sample, plan)


class _Sample(NamedTuple):
    """What an interval is made of."""

    x: Floats
    z: Floats
    level: Level
    coefficient: Coefficient
    every_input: bool
    floor: float

    @classmethod
    def of(
        cls, measure: Measure, coefficient: Coefficient, x: Floats, z: Floats, level: Level
    ) -> "_Sample":
        every_input = bool(getattr(measure, "every_input", False))
        x, z = _trimmed(x, z) if every_input else _trimmed(*jointly_present(x, z))
        return cls(x, z, level, coefficient, every_input, 0.0 if is_accuracy(measure) else -1.0)

    @property
    def value(self) -> float:
        found = correlation(
            self.x, self.z, self.level, self.coefficient, every_input=self.every_input
        )
        return found.value

    def left_out(self, units: Units) -> Floats:
        return jackknife_values(
            self.x, self.z, self.level, self.coefficient, units, every_input=self.every_input
        )


def _bootstrapped(sample: _Sample, plan: IntervalPlan) -> Bounded:
    n_systems, n_inputs = sample.x.shape
    draws = draw_resamples(plan.units, n_systems, n_inputs, plan.resamples, plan.seed)
    replicates = bootstrap_values(
        sample.x, sample.z, sample.level, sample.coefficient, draws, every_input=sample.every_input
    )
    if plan.method == "bca":
        left_out = sample.left_out(plan.units)
        found = bca_interval(sample.value, replicates, left_out, plan.confidence)
    else:
        found = percentile_interval(replicates, plan.confidence)
    defined = int((~np.isnan(replicates)).sum())
    if np.isnan(found.low):
        return Bounded(None, "too few resamples define the coefficient")
    return Bounded(_shown(found, plan, plan.resamples, defined), None)


def _trimmed(x: Floats, z: Floats) -> tuple[Floats, Floats]:
    """Leave out systems without a pair of means, and inputs without a score."""
    one_sided = np.isnan(x).all(axis=1) | np.isnan(z).all(axis=1)
    x, z = x[~one_sided], z[~one_sided]
    empty = (np.isnan(x) & np.isnan(z)).all(axis=0)
    return x[:, ~empty], z[:, ~empty]


def _shown(
    found: Interval, plan: IntervalPlan, resamples: int | None, defined: int | None
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
    n = sizes[sample.level]
    found = fisher_interval(sample.value, n, sample.coefficient, plan.confidence)
    if np.isnan(found.low):
        return Bounded(None, f"Fisher's z is not defined for this coefficient at n = {n}")
    return Bounded(_shown(found, plan, None, None), None)


def _jackknife(sample: _Sample, plan: IntervalPlan) -> Bounded:
    kinds = [Units.SYSTEMS, Units.INPUTS] if plan.units is Units.BOTH else [plan.units]
    left_out = [sample.left_out(kind) for kind in kinds]
    found = jackknife_interval(sample.value, left_out, plan.confidence, sample.floor)
    if np.isnan(found.low):
        return Bounded(None, "too few units to leave one out")
    return Bounded(_shown(found, plan, None, None), None)
