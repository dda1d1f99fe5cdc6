"""Leave-one-out rows: records without each of their references, or other parts, in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric
    from sacreval.core.records import Batch, Instance


def part_count(metric: Metric, instance: Instance) -> int:
    """Return the number of parts to leave out in turn: references, or a pyramid's authors."""
    define: Callable[[Instance], int] | None = getattr(metric, "part_count", None)
    return define(instance) if define else reference_count(metric, instance)


def reference_count(metric: Metric, instance: Instance) -> int:
    """Return the number of references that a metric reads."""
    return len(instance.references or ()) if "references" in metric.needs else 0


def rows_with_leave_one_out(metric: Metric, batch: Batch) -> tuple[Array, Array]:
    """Compute `rows` and `leave_one_out_rows`, in one pass if the metric defines that.

    Args:
        metric: The metric.
        batch: Records with at least two references each.

    Returns:
        Arrays (n, k) and (sum of reference counts, k).
    """
    define: Callable[[Batch], tuple[Array, Array]] | None
    define = getattr(metric, "rows_with_leave_one_out", None)
    return define(batch) if define else (metric.rows(batch), metric.leave_one_out_rows(batch))
