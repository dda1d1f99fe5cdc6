"""Confidence intervals of measures, or the reason why there is none."""

from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np

from sacreval import native
from sacreval.errors import UsageError
from sacreval.features.correlate.correlation_results import IntervalFound
from sacreval.features.correlate.data.score_set import OwnSides
from sacreval.features.correlate.data.whole_systems import whole_systems
from sacreval.features.correlate.intervals.correlation_intervals import (
    ChosenInterval,
    ConfidenceInterval,
    bca_interval,
    choose,
    counts_pairs,
    expanded_interval,
    fisher_interval,
    is_order_of_means,
    is_pearson,
    jackknife_interval,
    jackknife_z_interval,
    percentile_interval,
    rule_of_three,
)
from sacreval.features.correlate.measures.measures import (
    Measure,
    Plain,
    SoftAccuracy,
    complete_part,
)
from sacreval.features.correlate.measures.soft_accuracy import (
    count_at_least,
    soft_accuracy_replicates,
)
from sacreval.features.correlate.options import CorrelationIntervalName, CorrelationOptions
from sacreval.features.correlate.resampling.bootstrap import bootstrap_values, fastest_form
from sacreval.stats.arrays import Floats, jointly_present
from sacreval.stats.association.coefficients import Coefficient
from sacreval.stats.association.levels import Level, TauWithin, group
from sacreval.stats.association.row_coefficients import KendallLike
from sacreval.stats.draws import Resamples, Units, draw_resamples, leave_one_out
from sacreval.stats.memoize import memoize


@memoize
def replicates(measure: Measure, x: Floats, z: Floats, level: Level, draws: Resamples) -> Floats:
    """Compute a measure of every resample.

    Args:
        measure: The measure; fitted parameters are those of the whole sample.
        x: Metric scores, shape (systems, inputs).
        z: Human scores, same shape.
        level: The level.
        draws: Resamples of this shape, from `draw_resamples`.

    Returns:
        One value for each resample, shape (resamples,), NaN where undefined.
    """
    if isinstance(measure, SoftAccuracy):
        return _soft_accuracies(x, z, draws)
    coefficient = measure.fixed(x, z, level)
    if coefficient is None:
        return _one_by_one(measure, x, z, level, draws)
    return bootstrap_values(
        x, z, level, coefficient, draws, every_input=measure.every_input, forms=fastest_form
    )


def _soft_accuracies(x: Floats, z: Floats, draws: Resamples) -> Floats:
    x, z, systems, inputs = complete_part(x, z)
    drawn_systems = None if draws.systems is None else draws.systems[:, systems]
    drawn_inputs = None if draws.inputs is None else draws.inputs[:, inputs]
    drawn = Resamples(drawn_systems, drawn_inputs, draws.count)
    counter = native.count_at_least if native.available() else count_at_least
    return soft_accuracy_replicates(x, z, drawn, counter)


def _one_by_one(measure: Measure, x: Floats, z: Floats, level: Level, draws: Resamples) -> Floats:
    """Compute the measure on the rows and columns of each resample."""
    values = np.empty(draws.count)
    for r in range(draws.count):
        rows, columns = np.arange(len(x)), np.arange(x.shape[1])
        if draws.systems is not None:
            rows = np.repeat(rows, draws.systems[r])
        if draws.inputs is not None:
            columns = np.repeat(columns, draws.inputs[r])
        cells = np.ix_(rows, columns)
        if isinstance(measure, Plain):
            values[r] = measure.of_resample(x, z, level, rows, columns)
        else:
            values[r] = measure.of(x[cells], z[cells], level).value
    return values


class MeasuredScores(NamedTuple):
    """The scores and the measure of one interval."""

    x: Floats
    z: Floats
    level: Level
    measure: Measure
    own: OwnSides | None = None

    @classmethod
    def of(
        cls, measure: Measure, x: Floats, z: Floats, level: Level, own: OwnSides | None = None
    ) -> "MeasuredScores":
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
    sample = MeasuredScores.of(measure, x, z, level, own)
    chosen = ChosenInterval(plan.method, plan.units)
    if plan.method == "auto":
        n_systems, n_inputs = sample.shape
        chosen = choose(measure, level, plan.units, n_systems=n_systems, n_inputs=n_inputs)
    methods = {"fisher": _fisher, "jackknife": _jackknife}
    outcome = methods.get(chosen.method, _bootstrap)(sample, plan, chosen)
    if outcome.interval is None or outcome.interval.high - outcome.interval.low > ROUNDING:
        return outcome
    return _all_right_or_wrong(sample, plan)


def _bootstrap(
    sample: MeasuredScores, plan: IntervalPlan, chosen: ChosenInterval
) -> IntervalOutcome:
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
    ends: ConfidenceInterval, plan: IntervalPlan, chosen: ChosenInterval, name: str | None = None
) -> IntervalFound:
    """Return the interval with the name of its method and units."""
    method = f"{name or chosen.method}-{chosen.units.value}"
    return IntervalFound(
        *ends, method, plan.confidence, units=chosen.units.value, reason=chosen.reason
    )


def _fisher(sample: MeasuredScores, plan: IntervalPlan, chosen: ChosenInterval) -> IntervalOutcome:
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


def _jackknife(
    sample: MeasuredScores, plan: IntervalPlan, chosen: ChosenInterval
) -> IntervalOutcome:
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


def _all_right_or_wrong(sample: MeasuredScores, plan: IntervalPlan) -> IntervalOutcome:
    """Bound a share of pairs that are all right or all wrong; other values have no interval."""
    is_accuracy, value = sample.measure.is_accuracy, sample.value
    share = value if is_accuracy else (value + 1) / 2
    if abs(share - 0.5) < 0.5 or not counts_pairs(sample.measure):  # not at an end
        same = "every resample has this value, which does not bound other systems or inputs"
        return IntervalOutcome(None, same)
    by_system = sample.level is Level.GROUP_BY_SYSTEM
    ends = rule_of_three(round(share), sample.disjoint_pairs(), plan.confidence)
    if np.isnan(ends.low):
        return IntervalOutcome(None, "too few units for a pair")
    if not is_accuracy:
        ends = ConfidenceInterval(2 * ends.low - 1, 2 * ends.high - 1)
    reason = "all pairs right" if share > 0.5 else "all pairs wrong"
    units = Units.INPUTS if by_system else Units.SYSTEMS
    interval = _named_interval(ends, plan, ChosenInterval(plan.method, units, reason))
    return IntervalOutcome(replace(interval, method="rule-of-three"), None)
