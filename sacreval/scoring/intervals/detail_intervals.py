"""Intervals of what a score is made of, from the resamples of the score itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from sacreval.scoring.intervals.interval_choice import DRAWN
from sacreval.scoring.intervals.percentiles import percentiles
from sacreval.stats.intervals.bounds import Bounds

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.interval_plans import Plan


def detail_bounds(plan: Plan, drawn: Array | None) -> dict[str, Bounds]:
    """Compute the bounds of the details of a metric.

    They are percentiles of the resamples, expanded where those of the score are not plain ones, so
    that they stay within what the number can be.

    Args:
        plan: The part and its methods.
        drawn: Sums of the rows of resamples, (resamples, k); None if nothing was drawn.

    Returns:
        Name to bounds; empty if the interval of the main output is not one of resamples. A number
        that is the same in all resamples has none.
    """
    metric = plan.part.entry.metric
    choice = plan.choices.get(metric.main_output() or "")
    if drawn is None or choice is None or choice.method not in DRAWN:
        return {}
    if not (metric.has_details() and plan.part.entry.has_rows):
        return {}
    plain = replace(choice, method=choice.method if choice.method == "percentile" else "expanded")
    columns = metric.details(drawn).items()
    bounds = {name: percentiles(x, plain, plan.units.n, plan.options) for name, x in columns}
    return {name: found for name, found in bounds.items() if found.low < found.high}
