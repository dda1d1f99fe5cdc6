"""Bootstrap confidence intervals, by resampling records or groups of records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sacreval.core.results import Interval
from sacreval.scoring.run_metrics import refuse_intervals
from sacreval.scoring.subset import Subset
from sacreval.stats.resampling import (
    BLOCK_CELLS,
    Statistic,
    bootstrap,
    percentile_interval,
    sums_of,
)

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric

SEED = 12345  # sacrebleu's default, so that both give the same intervals
METHOD = "bootstrap-percentile"


class Bootstrap(msgspec.Struct, frozen=True, kw_only=True):
    """Options of the bootstrap.

    Args:
        resamples: Number of resamples, two or more.
        confidence: Level of the intervals, between 0 and 1.
        seed: Seed of the random numbers.
        unit: The group whose values are the resampling units; None to resample records.
    """

    resamples: int = 1000
    confidence: float = 0.95
    seed: int = SEED
    unit: str | None = None

    @property
    def method(self) -> str:
        """Name the method, with the resampling unit if it is not a record."""
        return METHOD if self.unit is None else f"{METHOD} over {self.unit}"

    def around(self, scores: Mapping[str, Array]) -> dict[str, Interval]:
        """Compute intervals from the scores of resamples.

        Args:
            scores: Output to array (resamples,).
        """
        found = {}
        for output, column in scores.items():
            low, high = percentile_interval(column, level=self.confidence)
            found[output] = Interval(
                low=float(low),
                high=float(high),
                level=self.confidence,
                method=self.method,
                resamples=self.resamples,
                seed=self.seed,
            )
        return found


def intervals(parts: Sequence[Subset], chosen: Bootstrap | None) -> list[Mapping[str, Interval]]:
    """Compute the intervals of all outputs of all parts; parts of the same size share resamples.

    Args:
        parts: Scored records, each by one metric.
        chosen: Options of the bootstrap; None for no intervals.

    Returns:
        For each part, output to interval; empty where there is a single resampling unit.

    Raises:
        UsageError: If a metric supports no intervals.
    """
    found: list[Mapping[str, Interval]] = [{} for _ in parts]
    if chosen is None:
        return found
    refuse_intervals(part.entry for part in parts)
    drawn = [(i, units) for i, part in enumerate(parts) if (units := _units(part, chosen)).n > 1]
    statistics = [_statistic(parts[i], units) for i, units in drawn]
    arrays = bootstrap(statistics, resamples=chosen.resamples, seed=chosen.seed)
    for (i, _), array in zip(drawn, arrays, strict=True):
        found[i] = chosen.around(_scores(parts[i].entry.metric, array))
    return found


class _Units(NamedTuple):
    """The resampling units: their number, and the index of each record's unit, array (n,).

    `of` is None where each record is a unit.
    """

    n: int
    of: Array | None


def _units(part: Subset, chosen: Bootstrap) -> _Units:
    import numpy as np

    if chosen.unit is None:
        return _Units(len(part), None)
    values, of = np.unique(part.values(chosen.unit), return_inverse=True)
    return _Units(len(values), of)


def _statistic(part: Subset, units: _Units) -> Statistic:
    """Return the statistic to resample: sums of rows, or the estimate from weighted records."""
    import numpy as np

    metric, rows = part.entry.metric, part.rows
    if part.entry.has_rows:
        if units.of is None:
            return sums_of(rows)
        together = np.zeros((units.n, rows.shape[1]))
        np.add.at(together, units.of, rows)
        return sums_of(together)

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
