"""Intervals of what a score is made of, from the resamples of the score itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.scoring.intervals.methods._base import method_of
from sacreval.scoring.intervals.percentiles import percentiles
from sacreval.scoring.rows.subset import has_details
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
    if drawn is None or choice is None or not method_of(choice.method).drawn:
        return {}
    if not (has_details(metric) and plan.part.entry.has_rows):
        return {}
    units, level = None if choice.method == "percentile" else plan.units.n, plan.options.confidence
    columns = metric.formula_owner().details(drawn).items()
    bounds = {name: percentiles(column, level, units=units) for name, column in columns}
    return {name: found for name, found in bounds.items() if found.low < found.high}
