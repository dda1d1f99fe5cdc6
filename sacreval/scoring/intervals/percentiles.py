"""Intervals from the scores of resamples, by any of the methods that draw them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.stats.intervals.bounds import Bounds

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.intervals.interval_choice import Choice, IntervalOptions


def percentiles(
    replicates: Array,
    choice: Choice,
    n: int,
    options: IntervalOptions,
    *,
    value: float | None = None,
) -> Bounds:
    """Compute an interval from the scores of resamples.

    Args:
        replicates: Array (resamples,).
        choice: expanded, percentile or shifted.
        n: Number of units that were drawn.
        options: The confidence.
        value: The score of all units, for shifted.
    """
    from sacreval.stats.intervals.expanded import expanded_interval, shifted_interval
    from sacreval.stats.resampling import percentile_interval

    if choice.method == "percentile":
        return Bounds(*percentile_interval(replicates, level=options.confidence))
    if value is not None:
        return shifted_interval(value, replicates, n, options.confidence)
    return expanded_interval(replicates, n, options.confidence)
