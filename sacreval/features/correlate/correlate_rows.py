"""Rows of `sacreval correlate METRIC`: scores and judgments of records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.core.records import Batch, Instance, Scored
    from sacreval.features.correlate.data.score_set import Row


def row_of_scores(record: Scored) -> Row:
    """Return the scores and judgments of a record."""
    return _row(record.system_id, record.instance_id, record, record.scores)


def row_without_scores(batch: Batch, i: int) -> Row:
    """Return the judgments of a record that is not scored, for use in filters."""
    return _row(batch.system_ids[i], batch.instance_ids[i], batch[i], {})


def _row(
    system: str, instance: str, record: Scored | Instance, scores: Mapping[str, float | None]
) -> Row:
    from sacreval.features.correlate.data.score_files import flat
    from sacreval.features.correlate.data.score_set import Row

    groups = {name: str(value) for name, value in (record.groups or {}).items()}
    place = f"instance {instance} of {system}"
    judgments = flat(record.judgments or {}, place)
    return Row(system, instance, record.system_type, scores, judgments, place, groups)
