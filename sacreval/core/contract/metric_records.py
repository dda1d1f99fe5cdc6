"""Records of a metric: those that it scores, as it reads them, and those without an answer.

Few metrics define these methods; the functions call them, or return what holds for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch, Instance

    Places = Callable[[Batch], Sequence[int]]


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
