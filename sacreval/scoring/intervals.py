"""Intervals by the bootstrap, over records or over groups that are drawn whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.errors import UsageError
from sacreval.metric import Metric, SampleMetric
from sacreval.results import Interval
from sacreval.scoring.collect import wants_records
from sacreval.scoring.members import Members
from sacreval.stats.resampling import bootstrap_sums, bootstrap_weights, percentile_interval

if TYPE_CHECKING:
    from sacreval.metric import Array

SEED = 12345  # sacrebleu's default, so that intervals of the same data are the same
METHOD = "bootstrap-percentile"


@dataclass(frozen=True, kw_only=True)
class Bootstrap:
    """How confidence intervals are found.

    Args:
        resamples: How many resamples to draw.
        confidence: The share of resamples inside the interval.
        seed: Of the random numbers.
        unit: The group whose values are drawn whole; None to draw records.
    """

    resamples: int = 1000
    confidence: float = 0.95
    seed: int = SEED
    unit: str | None = None

    @property
    def method(self) -> str:
        """Say in a result what was drawn."""
        return METHOD if self.unit is None else f"{METHOD} over {self.unit}"

    def around(self, scores: Mapping[str, Array]) -> dict[str, Interval]:
        """Make intervals of the scores of resamples.

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


def intervals(
    parts: Sequence[tuple[Metric, Members]], bootstrap: Bootstrap
) -> list[dict[str, Interval]]:
    """Find the intervals of many sets of records; none for a single unit, which has no spread.

    Args:
        parts: Metrics, and the records they score.
        bootstrap: How intervals are found.

    Returns:
        For each part output to interval.

    Raises:
        UsageError: If a metric has none.
    """
    tables = [_units(metric, members, bootstrap.unit) for metric, members in parts]
    sums = bootstrap_sums(
        [rows for rows in tables if rows is not None],
        resamples=bootstrap.resamples,
        seed=bootstrap.seed,
    )
    shared = iter(sums)
    found = []
    for (metric, members), rows in zip(parts, tables, strict=True):
        if rows is not None:
            found.append(bootstrap.around(metric.reduce(next(shared))))
        elif isinstance(metric, SampleMetric):
            found.append(bootstrap.around(_samples(metric, members, bootstrap)))
        else:
            found.append({})
    return found


def _units(metric: Metric, members: Members, unit: str | None) -> Array | None:
    """Sum the rows of every unit; None where there is nothing to draw from, or no sums help."""
    import numpy as np

    if wants_records(metric):
        raise UsageError(
            f"{metric.name} is computed anew for every set and has no intervals; drop --ci"
        )
    rows = members.rows
    if isinstance(metric, SampleMetric) or len(rows) < 2:  # noqa: PLR2004 - one has no spread
        return None
    if unit is None:
        return rows
    values, index = np.unique(members.values(unit), return_inverse=True)
    together = np.zeros((len(values), rows.shape[1]))
    np.add.at(together, index, rows)
    return together if len(values) > 1 else None


def _samples(metric: Metric, members: Members, bootstrap: Bootstrap) -> dict[str, Array]:
    import numpy as np

    n = len(members)
    units = np.arange(n)
    if bootstrap.unit is not None:
        values, units = np.unique(members.values(bootstrap.unit), return_inverse=True)
        n = len(values)
    if n < 2:  # noqa: PLR2004 - one unit has no spread
        return {}
    drawn = bootstrap_weights(n, resamples=bootstrap.resamples, seed=bootstrap.seed)
    blocks = [metric.estimate(members.rows, weights[:, units]) for weights in drawn]
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
