"""Fields carried with rows: error spans, those written with scores, and numbers in `meta`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, runtime_checkable

from sacreval.core.contract import metric_records
from sacreval.core.contract.declarations import innermost
from sacreval.core.contract.read_values import read_batch
from sacreval.core.contract.several_answers import answers
from sacreval.core.records import Batch, PredictionScores
from sacreval.errors import InputError
from sacreval.execution.worker import with_empty
from sacreval.scoring.entries.run_metrics import Entry

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric
    from sacreval.core.record_parts import ErrorSpan


@runtime_checkable
class LabelsErrors(Protocol):
    """A metric that labels parts of outputs as errors; other metrics lack this method."""

    def error_spans(self, batch: Batch) -> Sequence[Sequence[ErrorSpan]]:
        """Compute the error spans of outputs.

        Args:
            batch: `n` records, 1 or more.

        Returns:
            The spans of each record.
        """


def labels_errors(metric: Metric) -> bool:
    """Return whether a metric labels parts of outputs as errors."""
    return _labelling_metric(metric) is not None


def error_spans(batch: Batch, entries: Sequence[Entry]) -> list[dict[str, list[ErrorSpan]] | None]:
    """Return the error spans of each record by metric; None where no metric labels its output."""
    by_record: list[dict[str, list[ErrorSpan]]] = [{} for _ in batch]
    for entry in entries:
        if (labelling := _labelling_metric(entry.metric)) is None:
            continue
        part = _scored(entry.metric, batch)
        spans = labelling.error_spans(part.batch) if part.places else ()
        for i, of_record in zip(part.places, spans, strict=True):
            by_record[i][entry.name] = list(of_record)
    return [by_metric or None for by_metric in by_record]


class _Part(NamedTuple):
    """Some records of a batch, with their indices in it."""

    places: Sequence[int]
    batch: Batch

    def select(self, kept: Sequence[int]) -> Self:
        """Return the records with these indices in the part."""
        return self._replace(places=[self.places[i] for i in kept], batch=self.batch.select(kept))


def _scored(metric: Metric, batch: Batch) -> _Part:
    """Return the records whose score is of one output, as the metric that labels them reads them.

    They are chosen in the order in which `execution.worker` chooses those that have rows.
    """
    batch = with_empty(metric, batch)[0]
    lacking = set(metric_records.lacking(metric, batch))
    everything = _Part(range(len(batch)), batch)
    part = everything.select([i for i in everything.places if i not in lacking])
    if (taken := metric_records.takes(metric, part.batch)) is not None:
        part = part.select(taken)
    part = _with_one_answer(metric, part)
    read = read_batch(
        innermost(metric), replace(metric_records.seen(metric, part.batch), typed=False)
    )
    readable = [place for i, place in enumerate(part.places) if i not in read.unreadable]
    return _Part(readable, read.batch)


def _with_one_answer(metric: Metric, part: _Part) -> _Part:
    """Return the records with one answer, as their prediction."""
    if (each := answers(metric, part.batch)) is None:
        return part
    starts = list(accumulate(each.sizes, initial=0))
    single = [i for i, size in enumerate(each.sizes) if size == 1]
    records = each.batch.select([starts[i] for i in single])
    return _Part([part.places[i] for i in single], records)


def _labelling_metric(metric: Metric) -> LabelsErrors | None:
    """Return the metric that labels errors, inside what only chooses and maps records."""
    if isinstance(metric, LabelsErrors):
        return metric
    if not hasattr(metric, "metric"):  # it is no wrapper, whose module need not be imported
        return None
    from sacreval.metrics._wrappers import OwnRecords

    while isinstance(metric, OwnRecords):
        metric = metric.metric
    return metric if isinstance(metric, LabelsErrors) else None


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
    """Return a number in `meta` of every record."""
    values = []
    for i, instance in enumerate(batch):
        value = (instance.meta or {}).get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise InputError(
                f"{batch.where(i)}: there is no number meta.{name}; give one to every record, or "
                "drop --covariate"
            )
        values.append(float(value))
    return values


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
    stored = [name for name in fields if name not in computed]
    columns: dict[str, Sequence[Any]] = {
        name: batch.outputs if name == "prediction" else batch.column(name) for name in stored
    }
    if RECORD in fields:
        columns[RECORD] = list(batch)
    if EXTRACTED in fields:
        from sacreval.metrics._wrappers import answers, extracts

        extracted = {
            entry.name: answers(entry.metric, metric_records.seen(entry.metric, batch))
            for entry in entries
            if extracts(entry.metric)
        }
        columns[EXTRACTED] = [
            {name: column[i] for name, column in extracted.items()} for i in range(len(batch))
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
    from sacreval.stats.arrays import first_best

    result = PredictionScores({}, {})
    for entry, table in zip(entries, tables, strict=True):
        if table is None:
            continue
        for column, (name, higher) in zip(table.T, entry.directions().items(), strict=True):
            result.scores[name] = [None if score != score else score for score in column.tolist()]  # noqa: PLR0124
            best = None if higher is None else first_best(column, higher=higher)
            if best is not None:
                result.best[name] = best
    return result if result.scores else None
