"""The interval of Clopper and Pearson of a share of independent records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.scoring.intervals.methods._base import OfShares

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.intervals.interval_options import Scores
    from sacreval.scoring.intervals.interval_plans import IntervalPart
    from sacreval.stats.intervals.bounds import Bounds


class ClopperPearson(OfShares):
    """Covers at least as often as stated."""

    def misfit(self, scores: Scores, /) -> str:
        """Describe why scores are no shares of records."""
        if problem := super().misfit(scores):
            return problem
        if scores.unit is None:
            return ""
        return f"takes records as independent, but intervals are over '{scores.unit}'"

    def of_share(self, plan: IntervalPart, right: Array) -> Bounds:
        """Compute the interval of a share."""
        from sacreval.stats.intervals.binomial import clopper_pearson

        return clopper_pearson(right.sum(), len(right), plan.options.confidence)


METHOD = ClopperPearson()
