"""The percentile bootstrap, as sacrebleu has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.scoring.intervals.interval_plans import percentiles
from sacreval.scoring.intervals.methods._base import ComputedInterval, Method

if TYPE_CHECKING:
    from sacreval.scoring.intervals.interval_plans import IntervalPart


class Percentile(Method):
    """Percentiles of the scores of resamples."""

    drawn = True
    over_sets = "normal"

    def interval(self, plan: IntervalPart, output: str) -> ComputedInterval:
        """Compute the interval from the scores of resamples."""
        return ComputedInterval(percentiles(plan.replicates[output], plan.options.confidence))


METHOD = Percentile()
