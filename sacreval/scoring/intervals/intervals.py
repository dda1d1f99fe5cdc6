"""Intervals of systems' scores, over records or over groups of records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import main_output
from sacreval.core.contract.inner_metrics import formula_owner
from sacreval.core.results import Around, Interval, Repeats
from sacreval.scoring.entries.run_metrics import refuse_intervals
from sacreval.scoring.interval_plans import Plan
from sacreval.scoring.intervals.interval_choice import bands, has_band, plan_of
from sacreval.scoring.intervals.interval_options import REQUESTED, Choice, IntervalOptions
from sacreval.scoring.intervals.methods._base import ComputedInterval, method_of
from sacreval.scoring.intervals.resampled_scores import percentiles, scores_of, statistic_of
from sacreval.scoring.rows.subset import Subset, has_details
from sacreval.stats.intervals.bounds import Bounds
from sacreval.stats.resampling import bootstrap
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Noise


def detail_bounds(plan: Plan, drawn: Array | None) -> dict[str, Bounds]:
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


def plans(parts: Sequence[Subset], options: IntervalOptions) -> list[Plan]:
    """Choose the intervals of all parts."""
    refuse_intervals(part.entry for part in parts)
    return [plan_of(part, options) for part in parts]


def intervals(planned: Sequence[Plan], options: IntervalOptions) -> list[Around]:
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


def _around(plan: Plan, drawn: Array | None) -> Around:
    """Compute the intervals, bands and variances of all outputs, and bounds of details."""
    if has_band(plan.part, plan.options):
        return Around(bands=bands(plan.part, plan.options))
    if drawn is not None:
        plan = plan._replace(replicates=scores_of(plan.part.entry.metric, drawn))
    return Around(_intervals(plan), repeats=_repeats(plan), details=detail_bounds(plan, drawn))


def _intervals(plan: Plan) -> dict[str, Interval]:
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


def _is_kept(bounds: Bounds, choice: Choice) -> bool:
    """Return whether the scores vary, or an interval without width was asked for."""
    method = method_of(choice.method)
    if method.keeps_equal_ends or (method.drawn and choice.reason == REQUESTED):
        return True
    return rounded(float(bounds.low)) < rounded(float(bounds.high))


def _is_undefined(plan: Plan, name: str) -> bool:
    """Return whether a score, or that of a resample, is undefined, as the metric states."""
    import numpy as np

    if not plan.part.entry.metric.undefined_where or not len(plan.part):
        return False
    drawn = plan.replicates.get(name) if method_of(plan.choices[name].method).drawn else None
    return bool(np.isnan(plan.part.scores()[name]) or (drawn is not None and np.isnan(drawn).any()))


def _repeats(plan: Plan) -> dict[str, Repeats]:

    return {
        name: variance_apart(
            plan.records[name],
            noise,
            groups=plan.units.of,
            item_cost=plan.options.item_cost,
        )
        for name, noise in plan.noise.items()
    }


def interval_of(computed: ComputedInterval, choice: Choice, options: IntervalOptions) -> Interval:
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
