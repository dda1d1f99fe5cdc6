"""Intervals for the same items, sampled again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import highest_score
from sacreval.scoring.intervals.methods._base import SHORT, ComputedInterval, Method
from sacreval.stats.intervals.bounds import Bounds

if TYPE_CHECKING:
    from sacreval.scoring.intervals.interval_options import Scores
    from sacreval.scoring.intervals.interval_plans import IntervalPart

FEWEST_SAMPLES = 4  # times k, below which the noise of pass@k is known too badly
NOISY = "avg-at-k of k 2 or more, and pass-at-k and g-pass-at-k of 2 k samples a record,"


class FixedItems(Method):
    """From the noise of the samples of each record."""

    option = "--fixed-items"
    reason = "for the same items sampled again"
    other_items = False
    short_if_few = False

    def misfit(self, scores: Scores, /) -> str:
        """Describe why the noise is not known."""
        if scores.sampled:
            return ""
        return f"needs the noise of samples, which {scores.output} does not show; {NOISY} do"

    def interval(self, plan: IntervalPart, output: str) -> ComputedInterval:
        """Compute the interval of the mean over the same items."""
        from sacreval.stats.intervals.binomial import fixed_items_interval

        noise, highest = plan.noise[output], highest_score(plan.part.entry.metric, output) or 1.0
        share = fixed_items_interval(
            plan.records[output] / highest,
            noise.variance / highest**2,
            noise.most,
            plan.options.confidence,
        )
        return ComputedInterval(Bounds(share.low * highest, share.high * highest))

    def doubts(self, plan: IntervalPart, output: str, /) -> Iterator[str]:
        """Yield that a record has few samples."""
        noise = plan.noise[output]
        if not noise.is_mean and (noise.most * FEWEST_SAMPLES > 1).any():
            yield f"there are fewer than {FEWEST_SAMPLES} k samples of a record; {SHORT}"


METHOD = FixedItems()
