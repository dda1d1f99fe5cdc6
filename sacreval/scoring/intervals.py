"""Intervals by the bootstrap, over records or over groups that are drawn whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.errors import UsageError
from sacreval.metric import Metric, SampleMetric, SetMetric
from sacreval.results import Interval
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


def intervals(metric: Metric, members: Members, bootstrap: Bootstrap | None) -> dict[str, Interval]:
    """Find the intervals of all outputs; none for a single unit, which has no spread.

    Raises:
        UsageError: If the metric has none.
    """
    import numpy as np

    if bootstrap is None or len(members) < 2:  # noqa: PLR2004 - one record has no spread
        return {}
    if isinstance(metric, SetMetric) and not isinstance(metric, SampleMetric):
        raise UsageError(
            f"{metric.name} is computed anew for every set and has no intervals; drop --ci"
        )
    n, units = len(members), np.arange(len(members))
    if bootstrap.unit is not None:
        values, units = np.unique(members.values(bootstrap.unit), return_inverse=True)
        n = len(values)
    if n < 2:  # noqa: PLR2004 - nor has one unit
        return {}
    return bootstrap.around(_resampled(metric, members.rows, units, n, bootstrap))


def _resampled(
    metric: Metric, rows: Array, units: Array, n: int, bootstrap: Bootstrap
) -> Mapping[str, Array]:
    """Score resamples of `n` units; `units` (records,) says which one each record belongs to."""
    import numpy as np

    drawn = {"resamples": bootstrap.resamples, "seed": bootstrap.seed}
    if isinstance(metric, SampleMetric):
        blocks = [metric.estimate(rows, w[:, units]) for w in bootstrap_weights(n, **drawn)]
        return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
    if n < len(rows):
        together = np.zeros((n, rows.shape[1]))
        np.add.at(together, units, rows)
        rows = together
    return metric.reduce(bootstrap_sums(rows, **drawn))
