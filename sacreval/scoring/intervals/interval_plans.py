"""Plans of intervals: the units of a part, the methods of its outputs, and resampled scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from sacreval.scoring.intervals.interval_options import IntervalChoice, IntervalOptions
from sacreval.scoring.rows.subset import Subset
from sacreval.stats.intervals.bounds import Bounds
from sacreval.stats.resampling import BLOCK_CELLS, ResampledStatistic, sums_of

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric, Noise, SampleMetric


class IntervalUnits(NamedTuple):
    """The units of an interval.

    Args:
        n: Number of units.
        of: For each record the index of its unit, array (records,); None if units are records.
    """

    n: int
    of: Array | None


class IntervalPart(NamedTuple):
    """The intervals of one part.

    Args:
        part: Records, as one metric sees them.
        units: What is drawn.
        records: Output to the scores of the records, array (n,).
        choices: Output to its method.
        options: How intervals are computed.
        noise: Output to how the scores of records vary over samples.
        replicates: Output to the score of each resample, array (resamples,), once they are drawn.
    """

    part: Subset
    units: IntervalUnits
    records: Mapping[str, Array]
    choices: Mapping[str, IntervalChoice]
    options: IntervalOptions
    noise: Mapping[str, Noise] = {}
    replicates: Mapping[str, Array] = {}


def units_of(part: Subset, unit: str | None) -> IntervalUnits:
    """Return the units of a part: the values of a group, or records."""
    import numpy as np

    if unit is None:
        return IntervalUnits(len(part), None)
    values, of = np.unique(part.values(unit), return_inverse=True)
    return IntervalUnits(len(values), of)


def rows_by_unit(rows: Array, units: IntervalUnits) -> Array:
    """Sum the rows of each unit, array (units, k)."""
    import numpy as np

    if units.of is None:
        return rows
    together = np.zeros((units.n, rows.shape[1]))
    np.add.at(together, units.of, rows)
    return together


def percentiles(replicates: Array, confidence: float, *, units: int | None = None) -> Bounds:
    """Compute an interval from the scores of resamples.

    Args:
        replicates: Array (resamples,).
        confidence: In (0, 1).
        units: Number of units that were drawn, for tails as wide as those of Student's t; None for
            plain percentiles.
    """
    from sacreval.stats.intervals.percentile_intervals import expanded_interval
    from sacreval.stats.resampling import percentile_interval

    if units is None:
        return Bounds(*percentile_interval(replicates, level=confidence))
    return expanded_interval(replicates, units, confidence)


def statistic_of(part: Subset, units: IntervalUnits) -> ResampledStatistic:
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

    return ResampledStatistic(units.n, estimates)


def scores_of(metric: Metric, array: Array) -> Mapping[str, Array]:
    """Return the score of each resample, output to array (resamples,), from its statistic."""
    from sacreval.core.metric import SampleMetric

    if isinstance(metric, SampleMetric):
        return {name: array[..., i] for i, name in enumerate(metric.outputs)}
    return metric.reduce(array)


def scores_without_each_unit(plan: IntervalPart) -> Mapping[str, Array]:
    """Compute the scores without each unit, output to array (units,)."""
    import numpy as np

    statistic, n = statistic_of(plan.part, plan.units), plan.units.n
    step = max(1, BLOCK_CELLS // n)
    blocks = (
        statistic.of((np.arange(n) != np.arange(first, min(n, first + step))[:, None]) * 1.0)
        for first in range(0, n, step)
    )
    return scores_of(plan.part.entry.metric, np.concatenate(list(blocks)))
