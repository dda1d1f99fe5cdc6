"""Intervals of systems' scores, over records or over groups of records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sacreval.core.results import Around, Interval, Repeats
from sacreval.scoring.entries.run_metrics import refuse_intervals
from sacreval.scoring.interval_plans import Plan, Units, rows_by_unit
from sacreval.scoring.intervals.calibration import bands, has_band
from sacreval.scoring.intervals.closed_intervals import Found, closed
from sacreval.scoring.intervals.detail_intervals import detail_bounds
from sacreval.scoring.intervals.interval_choice import DRAWN, REQUESTED, Choice, IntervalOptions
from sacreval.scoring.intervals.percentiles import percentiles
from sacreval.scoring.rows.subset import Subset
from sacreval.stats.intervals.bounds import Bounds
from sacreval.stats.resampling import BLOCK_CELLS, Statistic, bootstrap, sums_of
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric


def plans(parts: Sequence[Subset], options: IntervalOptions) -> list[Plan]:
    """Choose the intervals of all parts.

    Args:
        parts: Records, each as one metric sees them.
        options: How intervals are computed.

    Raises:
        UsageError: If a metric has no intervals, or the named method does not fit.
    """
    refuse_intervals(part.entry for part in parts)
    return [Plan.of(part, options) for part in parts]


def intervals(planned: Sequence[Plan], options: IntervalOptions) -> list[Around]:
    """Compute the intervals of all outputs of all parts; parts of one size share their resamples.

    Args:
        planned: The parts with their methods.
        options: How intervals are computed.

    Returns:
        For each part what is said around its scores.
    """
    drawn = [i for i, plan in enumerate(planned) if plan.is_drawn]
    statistics = [_statistic(planned[i].part, planned[i].units) for i in drawn]
    arrays = bootstrap(statistics, resamples=options.resamples, seed=options.seed)
    replicates = dict(zip(drawn, arrays, strict=True))
    return [_around(plan, replicates.get(i)) for i, plan in enumerate(planned)]


def _around(plan: Plan, drawn: Array | None) -> Around:
    """Compute the intervals, bands and variances of all outputs, and bounds of details.

    Args:
        plan: The part with its methods.
        drawn: What the statistic of the part is for each resample; None if none were drawn.
    """
    if has_band(plan.part, plan.options):
        return Around(bands=bands(plan.part, plan.options))
    replicates = {} if drawn is None else _scores(plan.part.entry.metric, drawn)
    found, details = _intervals(plan, replicates), detail_bounds(plan, drawn)
    return Around(found, repeats=_repeats(plan), details=details)


def _intervals(plan: Plan, replicates: Mapping[str, Array]) -> dict[str, Interval]:
    found = {}
    own = _own_bounds(plan)
    for name, choice in plan.choices.items():
        if _is_undefined(plan, name, replicates):
            continue
        if name in own:
            one = Found(own[name])
        elif choice.method in DRAWN:
            one = Found(_percentiles(plan, replicates[name], name, choice))
        else:
            one = closed(plan, name, choice)
        as_before = name in own or (choice.reason == REQUESTED and choice.method in DRAWN)
        if as_before or rounded(float(one.bounds.low)) < rounded(float(one.bounds.high)):
            found[name] = interval_of(one, choice, plan.options)
    return found


def _is_undefined(plan: Plan, name: str, replicates: Mapping[str, Array]) -> bool:
    """Return whether a score, or that of a resample, is undefined, as the metric states."""
    import numpy as np

    if not plan.part.entry.metric.undefined_where or not len(plan.part):
        return False
    drawn = replicates.get(name) if plan.choices[name].method in DRAWN else None
    return bool(np.isnan(plan.part.scores()[name]) or (drawn is not None and np.isnan(drawn).any()))


def _own_bounds(plan: Plan) -> Mapping[str, Bounds]:
    """Compute the intervals of the metric's own program, if these were named."""
    if all(choice.method != "rouge-1.5.5" for choice in plan.choices.values()):
        return {}
    metric, level = plan.part.entry.metric, plan.options.confidence
    return metric.own_bounds(plan.part.rows, plan.part.ids, level)


def _percentiles(plan: Plan, replicates: Array, name: str, choice: Choice) -> Bounds:
    """Compute an interval from the scores of resamples, cut at what the score can be."""
    if choice.method not in ("shifted", "bca"):
        return percentiles(replicates, choice, plan.units.n, plan.options)
    value = float(plan.part.scores()[name])
    if choice.method == "bca":
        from sacreval.stats.intervals.expanded import accelerated_interval

        left_out = _left_out(plan)[name]
        return accelerated_interval(value, replicates, left_out, plan.options.confidence)
    ends = percentiles(replicates, choice, plan.units.n, plan.options, value=value)
    greatest = plan.part.entry.metric.greatest.get(name)
    return ends if greatest is None else ends.within(0.0, greatest)


def _left_out(plan: Plan) -> Mapping[str, Array]:
    """Compute the scores without each unit, output to array (units,)."""
    import numpy as np

    statistic, n = _statistic(plan.part, plan.units), plan.units.n
    step = max(1, BLOCK_CELLS // n)
    blocks = (
        statistic.of((np.arange(n) != np.arange(first, min(n, first + step))[:, None]) * 1.0)
        for first in range(0, n, step)
    )
    return _scores(plan.part.entry.metric, np.concatenate(list(blocks)))


def _repeats(plan: Plan) -> dict[str, Repeats]:
    from sacreval.scoring.intervals.repeated_samples import variance_apart

    return {
        name: variance_apart(
            plan.records[name],
            noise,
            groups=plan.units.of,
            item_cost=plan.options.item_cost,
        )
        for name, noise in plan.noise.items()
    }


def interval_of(found: Found, choice: Choice, options: IntervalOptions) -> Interval:
    """Return an interval with all that leads to it."""
    drawn = choice.method in DRAWN
    return Interval(
        low=float(found.bounds.low),
        high=float(found.bounds.high),
        level=options.confidence,
        method=choice.method,
        resamples=options.resamples if drawn else None,
        seed=options.seed if drawn else None,
        unit=options.unit,
        reason=choice.reason,
        estimate=found.estimate,
        by=found.by,
        known=found.known,
    )


def _statistic(part: Subset, units: Units) -> Statistic:
    """Sum the rows of units; or, where order matters, score weighted records."""
    import numpy as np

    metric, rows = part.entry.metric, part.rows
    if part.entry.has_rows:
        return sums_of(rows_by_unit(rows, units))

    step = max(1, BLOCK_CELLS // len(rows))  # units may be few and records many

    def estimates(weights: Array) -> Array:
        blocks = []
        for start in range(0, len(weights), step):
            block = weights[start : start + step]
            scores = metric.estimate(rows, block if units.of is None else block[:, units.of])
            blocks.append(np.stack([scores[name] for name in metric.outputs], axis=-1))
        return np.concatenate(blocks)

    return Statistic(units.n, estimates)


def _scores(metric: Metric, array: Array) -> Mapping[str, Array]:
    from sacreval.core.metric import SampleMetric

    if isinstance(metric, SampleMetric):
        return {name: array[..., i] for i, name in enumerate(metric.outputs)}
    return metric.reduce(array)
