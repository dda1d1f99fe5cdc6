"""Records of a metric: which it scores, as it reads them, and options that depend on them.

Few metrics define these methods; the functions call them, or return what holds for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch, Instance

    Places = Callable[[Batch], Sequence[int]]
    from sacreval.core.metric import Array

M = TypeVar("M", bound="Metric")


def is_settled(metric: Metric) -> bool:
    """Return whether all options are known, as by default, so that records can be streamed."""
    define: Callable[[], bool] | None = getattr(metric, "is_settled", None)
    return define() if define else True


def settle(metric: M, batches: Sequence[Batch]) -> M:
    """Return a copy with the options that depend on the data, such as the set of labels.

    A metric with such options defines `settle` and `is_settled`.
    """
    define: Callable[[Sequence[Batch]], M] | None = getattr(metric, "settle", None)
    return define(batches) if define else metric


def for_instances(metric: M) -> M:
    """Return the metric for scores of single records, by default the metric itself."""
    define: Callable[[], M] | None = getattr(metric, "for_instances", None)
    return define() if define else metric


def lacking(metric: Metric, batch: Batch) -> Sequence[int]:
    """Return the indices of the records without what is judged, by default the output."""
    define: Places | None = getattr(metric, "lacking", None)
    return define(batch) if define else batch.failed


def takes(metric: Metric, batch: Batch) -> Sequence[int] | None:
    """Return the indices of the records that the metric scores; None, as by default, for all.

    The others have neither rows nor errors: they take no part in the metric.
    """
    define: Callable[[Batch], Sequence[int] | None] | None = getattr(metric, "takes", None)
    return define(batch) if define else None


def seen(metric: Metric, batch: Batch) -> Batch:
    """Return the records as the metric reads them, by default the records themselves."""
    define: Callable[[Batch], Batch] | None = getattr(metric, "seen", None)
    return define(batch) if define else batch


def unanswered(metric: Metric, batch: Batch) -> Sequence[int]:
    """Return the indices of the records in whose outputs no answer can be read.

    They score as wrong: as the metric scores an empty answer.
    """
    define: Places | None = getattr(metric, "unanswered", None)
    return define(batch) if define else ()


def missing_state(metric: Metric, instance: Instance, why: str) -> str:
    """Return the kind of reason why a record could not be scored; "" if there is none.

    It is a field of `core.results.Missing`, by the record and the sentence of its error.
    """
    define: Callable[[Instance, str], str] | None = getattr(metric, "missing_state", None)
    return define(instance, why) if define else ""


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
