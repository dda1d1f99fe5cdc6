"""Scores of resampled units and their percentiles, and scores of all units but one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from sacreval.scoring.interval_plans import Plan, Units, rows_by_unit
from sacreval.stats.intervals.bounds import Bounds
from sacreval.stats.resampling import BLOCK_CELLS, Statistic, sums_of

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric, SampleMetric
    from sacreval.scoring.rows.subset import Subset


def percentiles(replicates: Array, confidence: float, *, units: int | None = None) -> Bounds:
    """Compute an interval from the scores of resamples.

    Args:
        replicates: Array (resamples,).
        confidence: In (0, 1).
        units: Number of units that were drawn, for tails as wide as those of Student's t; None for
            plain percentiles.
    """
    from sacreval.stats.intervals.expanded import expanded_interval
    from sacreval.stats.resampling import percentile_interval

    if units is None:
        return Bounds(*percentile_interval(replicates, level=confidence))
    return expanded_interval(replicates, units, confidence)


def statistic_of(part: Subset, units: Units) -> Statistic:
    """Sum the rows of units; or, where order matters, score weighted records."""
    import numpy as np

    metric, rows = part.entry.metric, part.rows
    if part.entry.has_rows:
        return sums_of(rows_by_unit(rows, units))

    metric = cast("SampleMetric", metric)
    step = max(1, BLOCK_CELLS // len(rows))  # units may be few and records many

    def estimates(weights: Array) -> Array:
        blocks = []
        for start in range(0, len(weights), step):
            block = weights[start : start + step]
            scores = metric.estimate(rows, block if units.of is None else block[:, units.of])
            blocks.append(np.stack([scores[name] for name in metric.outputs], axis=-1))
        return np.concatenate(blocks)

    return Statistic(units.n, estimates)


def scores_of(metric: Metric, array: Array) -> Mapping[str, Array]:
    """Return the score of each resample, output to array (resamples,), from its statistic."""
    from sacreval.core.metric import SampleMetric

    if isinstance(metric, SampleMetric):
        return {name: array[..., i] for i, name in enumerate(metric.outputs)}
    return metric.reduce(array)


def scores_without_each_unit(plan: Plan) -> Mapping[str, Array]:
    """Compute the scores without each unit, output to array (units,)."""
    import numpy as np

    statistic, n = statistic_of(plan.part, plan.units), plan.units.n
    step = max(1, BLOCK_CELLS // n)
    blocks = (
        statistic.of((np.arange(n) != np.arange(first, min(n, first + step))[:, None]) * 1.0)
        for first in range(0, n, step)
    )
    return scores_of(plan.part.entry.metric, np.concatenate(list(blocks)))
