"""Scores of each of several predictions, shown next to the score that they are reduced to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from sacreval.core.contract.wrapper import Wrapped
from sacreval.errors import RecordError
from sacreval.metrics._wrappers.reduction import Folded
from sacreval.stats.segments import offsets

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric
    from sacreval.core.records import Batch


def reduces_predictions(metric: Metric) -> bool:
    """Return whether a metric reduces the scores of several predictions to one."""
    return _reduction(metric) is not None


def prediction_scores(metric: Metric, batch: Batch) -> Sequence[Array | None]:
    """Return the scores of the predictions of each record.

    Args:
        metric: A metric that reduces predictions, possibly inside other wrappers.
        batch: `n` records.

    Returns:
        For each record an array (predictions, outputs); None where it could not be scored.
    """
    found = _reduction(metric)
    if found is None or not batch.answered:
        return [None] * len(batch)
    answered = iter(_all_scores(found, batch.answered))
    failed = set(batch.failed)
    return [None if i in failed else next(answered) for i in range(len(batch))]


def _all_scores(metric: Folded, batch: Batch) -> Sequence[Array | None]:
    """Return what `rows` has kept, or compute it again where that was in another process."""
    scores = batch.kept.get(id(metric))
    if scores is None:
        try:
            scores = metric.of_predictions(batch)
        except RecordError:
            return [_alone(metric, batch[i : i + 1]) for i in range(len(batch))]
    starts = offsets(len(one.predictions or ()) for one in batch)
    return [scores[a:b] for a, b in pairwise(starts)]


def _alone(metric: Folded, batch: Batch) -> Array | None:
    try:
        return metric.of_predictions(batch)
    except RecordError:
        return None


def _reduction(metric: Metric) -> Folded | None:
    while isinstance(metric, Wrapped) and not isinstance(metric, Folded):
        metric = metric.metric
    return metric if isinstance(metric, Folded) and metric.reduce_predictions else None
