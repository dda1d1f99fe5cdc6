"""Confidence sequences: intervals that hold at every look while records come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import highest_score
from sacreval.scoring.intervals.methods._base import ComputedInterval, Method
from sacreval.stats.intervals.bounds import Bounds

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.intervals.interval_options import Scores
    from sacreval.scoring.intervals.interval_plans import IntervalPart


class Anytime(Method):
    """The last interval of the sequence of a proportion or of a bounded mean."""

    option = "--anytime"
    reason = "holds at every look"
    independent = True
    short_if_few = False

    def misfit(self, scores: Scores, /) -> str:
        """Describe why there is no mean of bounded scores."""
        if scores.records is not None and scores.highest is not None:
            return ""
        return (
            "is for means of scores with a lowest and a highest value, which "
            f"{scores.output} is not"
        )

    def interval(self, plan: IntervalPart, output: str) -> ComputedInterval:
        """Compute the interval after the last record."""
        from sacreval.stats.intervals.confidence_sequences import mean_sequence, proportion_sequence

        highest = highest_score(plan.part.entry.metric, output) or 1.0
        scores: Array = plan.records[output] / highest
        confidence = plan.options.confidence
        if ((scores == 0) | (scores == 1)).all():
            last = proportion_sequence(scores.sum(), len(scores), confidence)
        else:
            every = mean_sequence(scores.clip(0, 1), confidence)
            last = Bounds(every.low[-1], every.high[-1])
        return ComputedInterval(Bounds(last.low * highest, last.high * highest))


METHOD = Anytime()
