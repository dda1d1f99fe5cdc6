"""Intervals of systems' scores: which one fits the scores, and why; calibration bands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sacreval.core.contract.declarations import formula_owner, highest_score, main_output
from sacreval.core.results import Around, Band, Interval, Repeats
from sacreval.errors import UsageError
from sacreval.scoring.entries.run_metrics import refuse_intervals
from sacreval.scoring.intervals.interval_options import (
    REQUESTED,
    IntervalChoice,
    IntervalOptions,
    Scores,
)
from sacreval.scoring.intervals.interval_plans import (
    IntervalPart,
    percentiles,
    scores_of,
    statistic_of,
    units_of,
)
from sacreval.scoring.intervals.methods._base import ComputedInterval, method_of
from sacreval.scoring.intervals.zero_one import has_unknown_range
from sacreval.scoring.rows.subset import ScoresSystems, Subset, has_details
from sacreval.stats.intervals.bounds import Bounds
from sacreval.stats.resampling import bootstrap
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Calibrated, Noise


@runtime_checkable
class HasCalibration(Protocol):
    """A metric of labels and confidences."""

    def under_calibration(self, rows: Array, /) -> Calibrated:
        """Return how rows, array (n, k), depend on labels drawn from confidences."""


def has_band(part: Subset, options: IntervalOptions) -> bool:
    """Return whether the scores of a part have a band instead of an interval."""
    if options.method != "auto" or not part.entry.has_rows or not len(part):
        return False
    return isinstance(formula_owner(part.entry.metric), HasCalibration)


def bands(part: Subset, options: IntervalOptions) -> Mapping[str, Band]:
    """Compute the band of every output: the scores of labels drawn from the confidences."""
    import numpy as np

    from sacreval.stats.intervals.calibration_band import calibration_band, label_sums

    metric = formula_owner(part.entry.metric)
    if not isinstance(metric, HasCalibration):
        return {}
    calibration = metric.under_calibration(part.rows)
    names = metric.outputs

    def stacked(sums: Array) -> Array:
        scores = metric.reduce(sums)
        return np.stack([scores[name] for name in names], axis=-1)

    band = calibration_band(
        calibration.confidences,
        lambda labels: stacked(label_sums(labels, calibration.wrong, calibration.right)),
        stacked(part.rows.sum(axis=0)),
        level=options.confidence,
        draws=options.resamples,
        seed=options.seed,
    )
    return {
        name: Band(
            mean=float(band.mean[i]),
            high=float(band.high[i]),
            p=float(band.p[i]),
            level=options.confidence,
            draws=options.resamples,
            seed=options.seed,
        )
        for i, name in enumerate(names)
    }


FEW_UNITS = 100  # below, percentiles of the bootstrap are too narrow
FEW_IF_SKEWED = 1000  # the same for scores whose resamples are skewed
FEW_GROUPS = 20  # below, resampled groups vary too little; the jackknife's t interval holds
ZERO_ONE = "0/1 scores"


@runtime_checkable
class HasSamplingNoise(Protocol):
    """A metric of several samples of each record."""

    def sampling_noise(self, rows: Array, /) -> Mapping[str, Noise]:
        """Return how the scores of records vary over their samples.

        Args:
            rows: Array (n, k).

        Returns:
            Output name to its noise, where it can be estimated from the samples.
        """


def plan_of(part: Subset, options: IntervalOptions) -> IntervalPart:
    """Choose the method of every output of a part."""
    units, metric = units_of(part, options.unit), part.entry.metric
    if units.n < 2 or has_band(part, options):  # a single unit has no spread
        return IntervalPart(part, units, {}, {}, options)
    records = metric.reduce(part.rows) if part.entry.has_rows else {}
    owner = formula_owner(metric)
    noise = owner.sampling_noise(part.rows) if isinstance(owner, HasSamplingNoise) else {}
    facts = (
        Scores(
            name,
            records.get(name),
            highest_score(metric, name),
            units.n,
            options.unit,
            getattr(owner, "optimistic", False),
            is_mean=metric.score_scale.mean or highest_score(metric, name) is not None,
            sampled=name in noise,
            own=isinstance(owner, ScoresSystems),
            skewed=getattr(owner, "skewed", False),
            unknown_range=has_unknown_range(metric),
        )
        for name in metric.outputs
    )
    if options.where_it_fits:
        facts = (x for x in facts if not method_of(options.method).misfit(x))
    choices = {fact.output: choose(fact, options) for fact in facts}
    return IntervalPart(part, units, records, choices, options, noise)


def choose(scores: Scores, options: IntervalOptions) -> IntervalChoice:
    """Choose the interval of one output.

    0/1 scores have Wilson intervals. Other means and corpus scores have bootstrap percentiles,
    expanded for fewer than 100 units; fewer than 20 groups have a jackknife interval. The best
    over thresholds has shifted percentiles, and a skewed score of fewer than 1,000 units
    accelerated ones.
    """
    if options.method != "auto":
        method = method_of(options.method)
        if problem := method.misfit(scores):
            option = method.option or f"--interval {options.method}"
            raise UsageError(f"{option} {problem}; use --interval auto")
        return IntervalChoice(options.method, method.reason)
    units = f"{scores.n_units} {'records' if scores.unit is None else f'values of {scores.unit}'}"
    if scores.optimistic:
        return IntervalChoice("shifted", "threshold chosen on the same records")
    if scores.skewed and scores.n_units < FEW_IF_SKEWED:
        return IntervalChoice("bca", f"a skewed score, {units}")
    if scores.binary:
        exact = options.guarantee and scores.unit is None
        return IntervalChoice(
            "clopper-pearson" if exact else "wilson",
            ZERO_ONE if scores.unit is None else f"{ZERO_ONE}, {units}",
        )
    if scores.unit is not None and scores.n_units < FEW_GROUPS and scores.records is not None:
        return IntervalChoice("jackknife", units)
    return IntervalChoice("expanded" if scores.n_units < FEW_UNITS else "percentile", units)


def detail_bounds(plan: IntervalPart, drawn: Array | None) -> dict[str, Bounds]:
    """Compute the bounds of the details of a metric.

    They are percentiles of the resamples, expanded where those of the score are not plain ones, so
    that they stay within what the number can be.
    """
    metric = plan.part.entry.metric
    choice = plan.choices.get(main_output(metric) or "")
    if drawn is None or choice is None or not method_of(choice.method).drawn:
        return {}
    if not (has_details(metric) and plan.part.entry.has_rows):
        return {}
    units, level = None if choice.method == "percentile" else plan.units.n, plan.options.confidence
    columns = formula_owner(metric).details(drawn).items()
    bounds = {name: percentiles(column, level, units=units) for name, column in columns}
    return {name: ends for name, ends in bounds.items() if ends.low < ends.high}


def variance_apart(
    scores: Array, noise: Noise, *, groups: Array | None, item_cost: float
) -> Repeats:
    """Split the variance of a mean into that between items and that within them."""
    import numpy as np

    from sacreval.stats.arrays import is_constant
    from sacreval.stats.clusters import best_repeats, clustered_mean

    n = len(scores)
    if is_constant(scores):  # the mean of equal scores may differ from them by rounding
        scores = np.zeros(n)
    spread = scores.var(ddof=1)
    each = noise.variance.mean()
    # A record's score is the mean of its samples, or one number whose own variance is meant.
    within = (noise.variance * noise.samples).mean() if noise.is_mean else each
    error = np.sqrt(spread / n) if groups is None else clustered_mean(scores, groups).error
    best = best_repeats(float(spread - each), float(within), cost_item=item_cost, cost_sample=1.0)
    return Repeats(
        between=float(spread - each),
        within=float(within),
        other_items=float(error),
        fixed_items=float(np.sqrt(max(each, 0.0) / n)),
        samples=float(noise.samples.mean()),
        item_cost=item_cost,
        best_samples=best.whole if noise.is_mean else None,
    )


def plans(parts: Sequence[Subset], options: IntervalOptions) -> list[IntervalPart]:
    """Choose the intervals of all parts."""
    refuse_intervals(part.entry for part in parts)
    return [plan_of(part, options) for part in parts]


def intervals(planned: Sequence[IntervalPart], options: IntervalOptions) -> list[Around]:
    """Compute the intervals of all outputs of all parts; parts of one size share their resamples.

    Args:
        planned: The parts with their methods.
        options: How intervals are computed.

    Returns:
        For each part what is said around its scores.
    """
    drawn = [
        i
        for i, plan in enumerate(planned)
        if any(method_of(choice.method).drawn for choice in plan.choices.values())
    ]
    statistics = [statistic_of(planned[i].part, planned[i].units) for i in drawn]
    arrays = bootstrap(statistics, resamples=options.resamples, seed=options.seed)
    replicates = dict(zip(drawn, arrays, strict=True))
    return [_around(plan, replicates.get(i)) for i, plan in enumerate(planned)]


def _around(plan: IntervalPart, drawn: Array | None) -> Around:
    """Compute the intervals, bands and variances of all outputs, and bounds of details."""
    if has_band(plan.part, plan.options):
        return Around(bands=bands(plan.part, plan.options))
    if drawn is not None:
        plan = plan._replace(replicates=scores_of(plan.part.entry.metric, drawn))
    return Around(_intervals(plan), repeats=_repeats(plan), details=detail_bounds(plan, drawn))


def _intervals(plan: IntervalPart) -> dict[str, Interval]:
    outputs = [name for name in plan.choices if not _is_undefined(plan, name)]
    computed: dict[str, ComputedInterval] = {}
    for method in dict.fromkeys(plan.choices[name].method for name in outputs):
        of_method = [name for name in outputs if plan.choices[name].method == method]
        computed |= method_of(method).intervals(plan, of_method)
    return {
        name: interval_of(computed[name], plan.choices[name], plan.options)
        for name in outputs
        if _is_kept(computed[name].bounds, plan.choices[name])
    }


def _is_kept(bounds: Bounds, choice: IntervalChoice) -> bool:
    """Return whether the scores vary, or an interval without width was asked for."""
    method = method_of(choice.method)
    if method.keeps_equal_ends or (method.drawn and choice.reason == REQUESTED):
        return True
    return rounded(float(bounds.low)) < rounded(float(bounds.high))


def _is_undefined(plan: IntervalPart, name: str) -> bool:
    """Return whether a score, or that of a resample, is undefined, as the metric states."""
    import numpy as np

    if not plan.part.entry.metric.undefined_where or not len(plan.part):
        return False
    drawn = plan.replicates.get(name) if method_of(plan.choices[name].method).drawn else None
    return bool(np.isnan(plan.part.scores()[name]) or (drawn is not None and np.isnan(drawn).any()))


def _repeats(plan: IntervalPart) -> dict[str, Repeats]:

    return {
        name: variance_apart(
            plan.records[name],
            noise,
            groups=plan.units.of,
            item_cost=plan.options.item_cost,
        )
        for name, noise in plan.noise.items()
    }


def interval_of(
    computed: ComputedInterval, choice: IntervalChoice, options: IntervalOptions
) -> Interval:
    """Return an interval with all that leads to it."""
    drawn = method_of(choice.method).drawn
    return Interval(
        low=float(computed.bounds.low),
        high=float(computed.bounds.high),
        level=options.confidence,
        method=choice.method,
        resamples=options.resamples if drawn else None,
        seed=options.seed if drawn else None,
        unit=options.unit,
        reason=choice.reason,
        estimate=computed.estimate,
        by=computed.by,
        known=computed.known,
    )
