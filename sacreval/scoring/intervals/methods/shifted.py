"""The expanded percentile bootstrap less its bias, for the best over thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.scoring.intervals.methods._base import ComputedInterval, Method

if TYPE_CHECKING:
    from sacreval.scoring.intervals.interval_plans import IntervalPart


class Shifted(Method):
    """Expanded percentiles, moved by how much resamples exceed the score."""

    drawn = True
    over_sets = "t"

    def interval(self, plan: IntervalPart, output: str) -> ComputedInterval:
        """Compute the interval from the scores of resamples, cut at what the score can be."""
        from sacreval.stats.intervals.percentile_intervals import shifted_interval

        value = float(plan.part.scores()[output])
        ends = shifted_interval(
            value, plan.replicates[output], plan.units.n, plan.options.confidence
        )
        greatest = plan.part.entry.metric.score_scale.greatest.get(output)
        return ComputedInterval(ends if greatest is None else ends.within(0.0, greatest))


METHOD = Shifted()
