"""Wilson's interval of a share; over groups, with the effective number of records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sacreval.scoring.intervals.methods._base import SHORT, OfShares

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.intervals.interval_plans import IntervalPart
    from sacreval.stats.intervals.bounds import Bounds

FEW_WITH_RARER = 5  # groups with the rarer of 0 and 1, below which the interval is too short


class Wilson(OfShares):
    """Covers as often as stated on average."""

    over_sets = "share"

    def of_share(self, plan: IntervalPart, right: Array) -> Bounds:
        """Compute the interval of a share."""
        from sacreval.stats.intervals.binomial import clustered_wilson, wilson

        confidence = plan.options.confidence
        if plan.units.of is None:
            return wilson(right.sum(), len(right), confidence)
        return clustered_wilson(right, plan.units.of, confidence)

    def doubts(self, plan: IntervalPart, output: str, /) -> Iterator[str]:
        """Yield that few groups have the rarer score."""
        if plan.units.of is not None and _with_rarer(plan, output) < FEW_WITH_RARER:
            units = f"values of {plan.options.unit}"
            yield f"fewer than {FEW_WITH_RARER} {units} have records of the rarer score; {SHORT}"


def _with_rarer(plan: IntervalPart, output: str) -> int:
    """Count the units that have records of the rarer of the scores 0 and 1."""
    import numpy as np

    right = plan.records[output] > 0
    rarer = right if right.mean() < 0.5 else ~right  # half of the records
    return len(np.unique(plan.units.of[rarer])) if plan.units.of is not None else 0


METHOD = Wilson()
