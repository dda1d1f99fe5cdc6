"""The bootstrap that is corrected for bias and for skewness (BCa)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.scoring.intervals.interval_plans import scores_without_each_unit
from sacreval.scoring.intervals.methods._base import ComputedInterval, Method

if TYPE_CHECKING:
    from sacreval.scoring.intervals.interval_plans import IntervalPart


class Accelerated(Method):
    """Percentiles whose levels follow from the bias and from the scores without each unit."""

    drawn = True
    over_sets = "t"

    def interval(self, plan: IntervalPart, output: str) -> ComputedInterval:
        """Compute the interval from the scores of resamples and of all units but one."""
        from sacreval.stats.intervals.percentile_intervals import accelerated_interval

        value, without = float(plan.part.scores()[output]), scores_without_each_unit(plan)[output]
        drawn, confidence = plan.replicates[output], plan.options.confidence
        return ComputedInterval(accelerated_interval(value, drawn, without, confidence))


METHOD = Accelerated()
