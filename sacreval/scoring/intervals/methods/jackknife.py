"""The jackknife: a t interval from the scores without each unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import highest_score
from sacreval.scoring.intervals.interval_plans import rows_by_unit
from sacreval.scoring.intervals.methods._base import ComputedInterval, Method, inside

if TYPE_CHECKING:
    from sacreval.scoring.intervals.interval_options import Scores
    from sacreval.scoring.intervals.interval_plans import IntervalPart


class JackknifeInterval(Method):
    """Leaves units out of sums of rows."""

    over_sets = "t"

    def misfit(self, scores: Scores, /) -> str:
        """Describe why units cannot be left out."""
        if scores.records is not None:
            return ""
        return f"leaves units out of sums of rows, which {scores.output} has not"

    def interval(self, plan: IntervalPart, output: str) -> ComputedInterval:
        """Compute the interval from sums of rows."""
        from sacreval.stats.intervals.bounds import jackknife_t

        metric = plan.part.entry.metric
        table = rows_by_unit(plan.part.rows, plan.units)
        estimate = jackknife_t([table], lambda sums: metric.reduce(sums)[output])
        return ComputedInterval(
            inside(estimate.bounds(plan.options.confidence), highest_score(metric, output))
        )


METHOD = JackknifeInterval()
