"""The expanded percentile bootstrap: wider tails, as those of Student's t are for few units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.scoring.intervals.interval_plans import percentiles
from sacreval.scoring.intervals.methods._base import ComputedInterval, Method

if TYPE_CHECKING:
    from sacreval.scoring.intervals.interval_plans import IntervalPart


class Expanded(Method):
    """Percentiles further out, by the number of units."""

    drawn = True
    over_sets = "t"

    def interval(self, plan: IntervalPart, output: str) -> ComputedInterval:
        """Compute the interval from the scores of resamples."""
        return ComputedInterval(
            percentiles(plan.replicates[output], plan.options.confidence, units=plan.units.n)
        )


METHOD = Expanded()
