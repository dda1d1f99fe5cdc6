"""The intervals that the script ROUGE-1.5.5 prints, from its own random numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import formula_owner
from sacreval.scoring.intervals.methods._base import ComputedInterval, Method
from sacreval.scoring.rows.subset import ScoresSystems

if TYPE_CHECKING:
    from sacreval.scoring.intervals.interval_options import Scores
    from sacreval.scoring.intervals.interval_plans import IntervalPart


class Rouge155Interval(Method):
    """As the script prints them, all outputs from the same resamples."""

    reason = "as the script prints them"
    keeps_equal_ends = True

    def misfit(self, scores: Scores, /) -> str:
        """Describe why the script has no intervals of these scores."""
        if scores.own and scores.unit is None:
            return ""
        return (
            f"is the script's, over records of the metric rouge-1.5.5, and {scores.output} is not"
        )

    def interval(self, plan: IntervalPart, output: str) -> ComputedInterval:
        """Return the interval of one output."""
        return self.intervals(plan, [output])[output]

    def intervals(self, plan: IntervalPart, outputs: Sequence[str]) -> dict[str, ComputedInterval]:
        """Return the intervals of outputs, computed at once."""
        part = plan.part
        script = formula_owner(part.entry.metric)
        assert isinstance(script, ScoresSystems)  # noqa: S101 - else `misfit` describes why not
        bounds = script.own_bounds(part.rows, part.ids, plan.options.confidence)
        return {name: ComputedInterval(bounds[name]) for name in outputs}


METHOD = Rouge155Interval()
