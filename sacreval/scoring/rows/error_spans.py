"""Error spans of records: what metrics label as errors in outputs, beside the scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self, runtime_checkable

from sacreval.core.contract.read_values import read_batch
from sacreval.core.contract.several_answers import answers
from sacreval.execution.failed_records import with_empty

if TYPE_CHECKING:
    from sacreval.core.error_spans import ErrorSpan
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch
    from sacreval.scoring.entries.run_metrics import Entry


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
    """Return the error spans of each record by metric; None where no metric labels its output.

    Args:
        batch: The records. One without a score has no spans, nor has one with several outputs,
            whose score is a mean.
        entries: The metrics.
    """
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
    lacking = set(metric.lacking(batch))
    everything = _Part(range(len(batch)), batch)
    part = everything.select([i for i in everything.places if i not in lacking])
    if (taken := metric.takes(part.batch)) is not None:
        part = part.select(taken)
    part = _with_one_answer(metric, part)
    read = read_batch(metric.innermost(), replace(metric.seen(part.batch), typed=False))
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
