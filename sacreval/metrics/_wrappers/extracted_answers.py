"""Answers that a metric with extraction finds in outputs, shown next to the scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sacreval.core.contract.wrapper import Wrapped
from sacreval.errors import RecordError
from sacreval.metrics._wrappers.extraction import Extracted

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch


def extracts(metric: Metric) -> bool:
    """Return whether a metric scores answers found in outputs."""
    return _extraction(metric) is not None


def answers(metric: Metric, batch: Batch) -> Sequence[Any]:
    """Return the answer found in each output; None where there is none.

    Args:
        metric: A metric with extraction, possibly inside other wrappers.
        batch: Records whose predictions are searched.
    """
    found = _extraction(metric)
    if found is None:
        return [None] * len(batch)
    failed = set(batch.failed)
    return [
        None if i in failed else _answer(found, value)
        for i, value in enumerate(batch.column(metric.judges))
    ]


def _answer(metric: Extracted, value: Any) -> Any:
    try:
        return metric.answer(value)
    except RecordError:
        return [_answer(metric, item) for item in value] if isinstance(value, list) else None


def _extraction(metric: Metric) -> Extracted | None:
    while isinstance(metric, Wrapped) and not isinstance(metric, Extracted):
        metric = metric.metric
    return metric if isinstance(metric, Extracted) else None
