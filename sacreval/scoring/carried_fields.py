"""Fields carried with rows: those written with the scores of records, and numbers in `meta`."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from sacreval.core.records import Batch
from sacreval.errors import InputError
from sacreval.scoring.run_metrics import Entry

RECORD = "record"  # stands for the whole record among the fields of `carry`
EXTRACTED = "extracted"


def numbers(batch: Batch, name: str) -> list[float]:
    """Return a number in `meta` of every record.

    Args:
        batch: The records.
        name: Name of the number.

    Raises:
        InputError: If a record has no such finite number.
    """
    found = []
    for i, one in enumerate(batch):
        value = (one.meta or {}).get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise InputError(
                f"{batch.where(i)}: there is no number meta.{name}; give one to every record, or "
                "drop --covariate"
            )
        found.append(float(value))
    return found


def carry(
    batch: Batch, entries: Sequence[Entry], fields: Sequence[str]
) -> dict[str, Sequence[Any]]:
    """Return the fields that are written with the scores of single records.

    Args:
        batch: The records.
        entries: The metrics, which may extract answers.
        fields: Fields of records; `extracted` stands for the extracted answers by metric, and
            `record` for the record itself.

    Returns:
        The values of each field, one for each record.
    """
    own = [name for name in fields if name not in (RECORD, EXTRACTED)]
    columns: dict[str, Sequence[Any]] = {name: batch.column(name) for name in own}
    if RECORD in fields:
        columns[RECORD] = list(batch)
    if EXTRACTED in fields:
        from sacreval.metrics._wrappers import answers, extracts

        found = {one.name: answers(one.metric, batch) for one in entries if extracts(one.metric)}
        columns[EXTRACTED] = [
            {name: column[i] for name, column in found.items()} for i in range(len(batch))
        ]
    return columns
