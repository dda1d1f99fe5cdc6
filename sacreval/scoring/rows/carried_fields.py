"""Fields carried with rows: those written with the scores of records, and numbers in `meta`."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from sacreval.core.records import Batch, PredictionScores
from sacreval.errors import InputError
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.error_spans import error_spans, labels_errors

if TYPE_CHECKING:
    from sacreval.core.metric import Array

RECORD = "record"  # stands for the whole record among the fields of `carry`
EXTRACTED = "extracted"
PREDICTIONS = "predictions"
ERROR_SPANS = "error_spans"


def explanatory_fields(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the fields that explain scores: those of several predictions, and error spans."""
    from sacreval.metrics._wrappers import reduces_predictions

    reduced = any(reduces_predictions(entry.metric) for entry in entries)
    labelled = any(labels_errors(entry.metric) for entry in entries)
    return (PREDICTIONS,) * reduced + (ERROR_SPANS,) * labelled


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
        fields: Fields of records; `extracted` stands for the extracted answers by metric,
            `predictions` for the scores of several predictions, `error_spans` for parts of the
            output that metrics label as errors, and `record` for the record itself.

    Returns:
        The values of each field, one for each record.
    """
    computed = (RECORD, EXTRACTED, PREDICTIONS, ERROR_SPANS)
    own = [name for name in fields if name not in computed]
    columns: dict[str, Sequence[Any]] = {
        name: batch.outputs if name == "prediction" else batch.column(name) for name in own
    }
    if RECORD in fields:
        columns[RECORD] = list(batch)
    if EXTRACTED in fields:
        from sacreval.metrics._wrappers import answers, extracts

        found = {
            one.name: answers(one.metric, one.metric.seen(batch))
            for one in entries
            if extracts(one.metric)
        }
        columns[EXTRACTED] = [
            {name: column[i] for name, column in found.items()} for i in range(len(batch))
        ]
    if PREDICTIONS in fields:
        columns[PREDICTIONS] = _prediction_scores(batch, entries)
    if ERROR_SPANS in fields:
        columns[ERROR_SPANS] = error_spans(batch, entries)
    return columns


def _prediction_scores(batch: Batch, entries: Sequence[Entry]) -> list[PredictionScores | None]:
    """Return the scores of each prediction of each record; None where none could be scored."""
    from sacreval.metrics._wrappers import prediction_scores, reduces_predictions

    ours = [entry for entry in entries if reduces_predictions(entry.metric)]
    by_entry = [prediction_scores(entry.metric, batch) for entry in ours]
    return [_with_best(ours, tables) for tables in zip(*by_entry, strict=True)]


def _with_best(entries: Sequence[Entry], tables: Sequence[Array | None]) -> PredictionScores | None:
    from sacreval.stats.best_score import first_best

    found = PredictionScores({}, {})
    for entry, table in zip(entries, tables, strict=True):
        if table is None:
            continue
        for column, (name, higher) in zip(table.T, entry.directions().items(), strict=True):
            found.scores[name] = [None if score != score else score for score in column.tolist()]  # noqa: PLR0124
            best = None if higher is None else first_best(column, higher=higher)
            if best is not None:
                found.best[name] = best
    return found if found.scores else None
