"""Intervals from the scores of resamples: their percentiles, plain or expanded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.stats.intervals.bounds import Bounds

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def percentiles(replicates: Array, confidence: float, *, units: int | None = None) -> Bounds:
    """Compute an interval from the scores of resamples.

    Args:
        replicates: Array (resamples,).
        confidence: In (0, 1).
        units: Number of units that were drawn, for tails as wide as those of Student's t; None for
            plain percentiles.
    """
    from sacreval.stats.intervals.expanded import expanded_interval
    from sacreval.stats.resampling import percentile_interval

    if units is None:
        return Bounds(*percentile_interval(replicates, level=confidence))
    return expanded_interval(replicates, units, confidence)
