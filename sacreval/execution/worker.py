"""Rows of one batch by one metric, and the records that it cannot score."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sacreval.core.contract import metric_records
from sacreval.core.contract.declarations import field_kind, innermost, undefined_sentence
from sacreval.core.contract.metric_records import part_count, rows_with_leave_one_out
from sacreval.core.contract.read_values import read_batch
from sacreval.core.contract.several_answers import answers, averages
from sacreval.core.metric import Metric
from sacreval.core.records import WORKERS, Batch
from sacreval.errors import MetricError, RecordError, SacrevalError, is_memory, one_line
from sacreval.execution.work import BatchRows, LeaveOneOutRows, RowTask, offsets

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def among_all(done: BatchRows, n: int, failures: Mapping[int, str]) -> BatchRows:
    """Insert the records that were left out among the others; their rows are NaN.

    Args:
        done: The rows of the records that were scored.
        n: Number of all records.
        failures: The index of each record that was left out, to the reason.
    """
    rows = among_others(done, [i for i in range(n) if i not in failures], n)
    return rows._replace(failures={**rows.failures, **failures})


def among_others(done: BatchRows, places: Sequence[int], n: int) -> BatchRows:
    """Insert the records that take no part in a metric among the others; their rows are NaN."""
    import numpy as np

    rows = np.full((n, done.rows.shape[1]), np.nan)
    rows[places] = done.rows
    failures = {places[i]: text for i, text in done.failures.items()}
    unanswered = [places[i] for i in done.unanswered]
    if done.leave_one_out is None:
        return BatchRows(rows, failures, unanswered=unanswered)
    counts = np.zeros(n, dtype=np.int64)
    counts[places] = np.diff(done.leave_one_out.starts)
    starts = offsets(counts)
    leave_one_out = done.leave_one_out._replace(starts=starts)
    return BatchRows(rows, failures, leave_one_out, unanswered=unanswered)


def judged_by(metric: Metric, batch: Batch) -> Batch:
    """Return the records that have what a metric judges; see `metric_records.lacking`."""
    lacking = metric_records.lacking(metric, batch)
    if not lacking or len(lacking) == len(batch.failed):
        return batch.answered if lacking else batch
    return batch.select(sorted(set(range(len(batch))).difference(lacking)))


def with_empty(metric: Metric, batch: Batch) -> tuple[Batch, list[int]]:
    """Replace outputs in which a tool found no answer by empty texts, where a metric scores these.

    Args:
        metric: The metric.
        batch: The records.

    Returns:
        The records, and the indices of these.
    """
    if not batch.failed or metric.judges != "prediction" or "replies" in metric.needs:
        return batch, []
    if not field_kind(metric, "prediction").accepts(""):
        return batch, []
    from sacreval.core.missing_outputs import as_empty

    records = list(map(as_empty, batch))
    unread = [i for i in batch.failed if records[i].error is None]
    return (batch.with_instances(records), unread) if unread else (batch, [])


def outside(done: BatchRows) -> list[int]:
    """Return the indices of the records that take no part in a metric: no row, and no error."""
    import numpy as np

    lacking = np.flatnonzero(np.isnan(done.rows).any(axis=1)).tolist()
    return [i for i in lacking if i not in done.failures]


def none_scored(n: int, failures: Mapping[int, str], *, leave_one_out: bool) -> BatchRows:
    """Return the rows of a batch in which no record could be scored."""
    import numpy as np

    rows = np.full((n, 1), np.nan)
    starts = np.zeros(n + 1, dtype=np.int64)
    nothing = LeaveOneOutRows(rows[:0], starts) if leave_one_out else None
    return BatchRows(rows, failures, nothing)


def without_output(batch: Batch, places: Sequence[int]) -> dict[int, str]:
    """Return the index of each of these records, which have an error, to the reason."""
    if not places:
        return {}
    from sacreval.core.missing_outputs import no_output

    return {i: f"{batch.where(i)}: {no_output(batch[i].error)}" for i in places}


def of_records(done: BatchRows, sizes: Sequence[int], *, mean: bool) -> BatchRows:
    """Average or add up the rows of answers by record.

    A record has a row if all of its answers have one, and the reason of the first that has none.
    """
    import numpy as np

    starts = offsets(sizes)
    rows = np.add.reduceat(done.rows, starts[:-1], axis=0)
    rows = rows / np.asarray(sizes)[:, None] if mean else rows
    owners = np.repeat(np.arange(len(sizes)), sizes).tolist()
    failures: dict[int, str] = {}
    for i in sorted(done.failures):
        failures.setdefault(owners[i], done.failures[i])
    leave_one_out = done.leave_one_out and _leave_one_out_of_each(
        done.leave_one_out, starts.tolist(), mean=mean
    )
    without = _owners(done.unanswered, starts.tolist())
    return BatchRows(rows, failures, leave_one_out, unanswered=without)


def unanswered(metric: Metric, batch: Batch) -> Sequence[int]:
    """Return the indices of the records with an answer that cannot be read."""
    if (several := answers(metric, batch)) is None:
        return metric_records.unanswered(metric, batch)
    return _owners(
        metric_records.unanswered(metric, several.batch), [0, *accumulate(several.sizes)]
    )


def _owners(places: Sequence[int], starts: Sequence[int]) -> list[int]:
    """Return the indices of the records that some answers are of."""
    return sorted({bisect_right(starts, place) - 1 for place in places})


def _leave_one_out_of_each(
    leave_one_out: LeaveOneOutRows, starts: Sequence[int], *, mean: bool
) -> LeaveOneOutRows:
    """Fold the rows without each reference; none where they are not known for each answer."""
    import numpy as np

    blocks = [leave_one_out.rows[a:b] for a, b in pairwise(leave_one_out.starts.tolist())]
    folded = [_folded(blocks[a:b], mean=mean) for a, b in pairwise(starts)]
    return LeaveOneOutRows(np.concatenate(folded), offsets(list(map(len, folded))))


def _folded(blocks: Sequence[Array], *, mean: bool) -> Array:
    import numpy as np

    if len({len(block) for block in blocks}) > 1:
        return blocks[0][:0]
    total: Array = np.sum(blocks, axis=0)
    return total / len(blocks) if mean else total


@runtime_checkable
class RunsProgram(Protocol):
    """A metric whose rows are computed by a program, which the main process starts.

    Files of the program are in `rests_on`.
    """

    def end(self, *, complete: bool) -> None:
        """End the program; rows that are computed later start it again.

        Args:
            complete: Whether all rows were computed, not interrupted by an error.
        """


@contextmanager
def ended(metrics: Iterable[Metric]) -> Iterator[None]:
    """End the programs of metrics at the end of the block."""
    owners = [inner for x in metrics if isinstance(inner := innermost(x), RunsProgram)]
    try:
        yield
    except BaseException:
        for metric in owners:
            metric.end(complete=False)
        raise
    for metric in owners:
        metric.end(complete=True)


def perform(work: RowTask, batch: Batch) -> list[BatchRows]:
    """Compute the task's rows for one batch; equal metrics share the rows of the first."""
    done: list[BatchRows] = []
    for i, metric in enumerate(work.metrics):
        first = work.first_like(i)
        done.append(done[first] if first < i else perform_one(work, metric, batch))
    return done


def perform_one(work: RowTask, metric: Metric, batch: Batch) -> BatchRows:
    """Compute one metric's rows for one batch; records that have an error have none.

    Values of another type than the metric needs are read as that type first.
    """
    batch, unread = with_empty(metric, batch)
    judged = judged_by(metric, batch)
    failures = without_output(batch, metric_records.lacking(metric, batch))
    if not judged:
        return none_scored(len(batch), failures, leave_one_out=work.leave_one_out)
    done = _of_those_taken(work, metric, judged)
    done = done if judged is batch else among_all(done, len(batch), failures)
    if not unread:
        return done
    return done._replace(unanswered=sorted({*done.unanswered, *unread}.difference(done.failures)))


def _of_those_taken(work: RowTask, metric: Metric, batch: Batch) -> BatchRows:
    """Compute the rows of the records that take part in the metric; the others have NaN."""
    places = metric_records.takes(metric, batch)
    if places is None or len(places) == len(batch):
        return _of_each_answer(work, metric, batch)
    if not places:
        return none_scored(len(batch), {}, leave_one_out=work.leave_one_out)
    return among_others(_of_each_answer(work, metric, batch.select(places)), places, len(batch))


def _of_each_answer(work: RowTask, metric: Metric, batch: Batch) -> BatchRows:
    """Compute the rows of records, which are means over their answers where they have several."""
    if (several := answers(metric, batch)) is None:
        return _of_readable(work, metric, batch)
    done = _of_readable(work, metric, several.batch)
    return of_records(done, several.sizes, mean=averages(metric))


def _of_readable(work: RowTask, metric: Metric, batch: Batch) -> BatchRows:
    """Compute the rows of the records whose values can be read; the others have a reason."""
    read = read_batch(metric, batch)
    if not read.unreadable:
        return _guarded(work, metric, read.batch)
    if not read.batch:
        return none_scored(len(batch), read.unreadable, leave_one_out=work.leave_one_out)
    return among_all(_guarded(work, metric, read.batch), len(batch), read.unreadable)


def _guarded(work: RowTask, metric: Metric, batch: Batch) -> BatchRows:
    """Compute rows, and describe an unexpected exception with its record."""
    allowed = WORKERS.set(batch.workers)
    try:
        return _perform(work, metric, batch)
    except SacrevalError:
        raise
    except Exception as error:
        if is_memory(error):
            raise MemoryError from error
        raise MetricError(_locate_error(work, metric, batch, error)) from error
    finally:
        WORKERS.reset(allowed)


def _perform(work: RowTask, metric: Metric, batch: Batch) -> BatchRows:
    import numpy as np

    if work.leave_one_out and metric.engine == "native" and (done := _in_one(metric, batch)):
        return done
    rows, failures = rows_of(metric, batch)
    unanswered = [i for i in metric_records.unanswered(metric, batch) if i not in failures]
    computed = BatchRows(rows, failures, unanswered=unanswered)
    if not work.leave_one_out:
        return computed
    try:
        leave_one_out = _leave_one_out(metric, batch, failures, rows)
        if not np.isnan(leave_one_out.rows).any():
            return computed._replace(leave_one_out=leave_one_out)
    except RecordError:
        pass
    failures |= _failing_without(metric, batch, failures)
    rows = rows.copy()
    rows[list(failures)] = np.nan
    leave_one_out = _leave_one_out(metric, batch, failures, rows)
    return computed._replace(rows=rows, failures=failures, leave_one_out=leave_one_out)


def _in_one(metric: Metric, batch: Batch) -> BatchRows | None:
    """Compute rows and jackknife rows in one pass; None if a record fails or has none to omit."""
    import numpy as np

    counts = [_parts(metric, batch, i, {}) for i in range(len(batch))]
    if not all(counts):
        return None
    try:
        rows, leave_one_out = rows_with_leave_one_out(metric, batch)
    except RecordError:
        return None
    if np.isnan(rows).any() or np.isnan(leave_one_out).any():
        return None
    leave_one_out_rows = LeaveOneOutRows(leave_one_out, offsets(counts))
    return BatchRows(
        rows, {}, leave_one_out_rows, unanswered=metric_records.unanswered(metric, batch)
    )


def _locate_error(work: RowTask, metric: Metric, batch: Batch, error: Exception) -> str:
    """Find the record that a metric raises an exception on, and write the error message."""
    for i in range(len(batch)):
        try:
            _perform(work, metric, batch[i : i + 1])
        except MemoryError:
            raise
        except Exception as again:  # noqa: BLE001 - third-party metrics may raise anything
            return f"{batch.where(i)}: {_exception_message(metric, again)}"
    return f"{batch.where(0)} and after: {_exception_message(metric, error)}"


def _exception_message(metric: Metric, error: Exception) -> str:
    return f"{metric.name} raised {one_line(error)}; fix the metric, or correct the record"


def rows_of(metric: Metric, batch: Batch) -> tuple[Array, dict[int, str]]:
    """Compute rows, and collect the records that the metric cannot score.

    Args:
        metric: The metric.
        batch: `n` records.

    Returns:
        Array (n, k) with NaN for failed records, and the index of each of them to its error.
    """
    import numpy as np

    rows, failures = _rows_and_errors(metric, batch)
    infinite = np.flatnonzero(np.isinf(rows).any(axis=1)).tolist()
    if infinite:
        rows = rows.copy()
        rows[infinite] = np.nan
    for i in np.flatnonzero(np.isnan(rows).any(axis=1)).tolist():
        why = _not_finite(metric, infinite=i in infinite)
        failures.setdefault(i, f"{batch.where(i)}: {why}")
    return rows, failures


def _rows_and_errors(metric: Metric, batch: Batch) -> tuple[Array, dict[int, str]]:
    import numpy as np

    try:
        return metric.rows(batch), {}
    except RecordError:
        pass
    rows: list[Array | None] = []
    failures = {}
    for i in range(len(batch)):
        try:
            rows.append(metric.rows(batch[i : i + 1])[0])
        except RecordError as error:
            rows.append(None)
            failures[i] = f"{batch.where(i)}: {error}"
    width = next((len(row) for row in rows if row is not None), 1)
    empty = np.full(width, np.nan)
    return np.stack([empty if row is None else row for row in rows]), failures


def _leave_one_out(
    metric: Metric, batch: Batch, failures: dict[int, str], rows: Array
) -> LeaveOneOutRows:
    import numpy as np

    counts = np.array([_parts(metric, batch, i, failures) for i in range(len(batch))])
    starts = offsets(counts)
    members = np.flatnonzero(counts).tolist()
    if not members:
        return LeaveOneOutRows(rows[:0], starts)
    return LeaveOneOutRows(metric.leave_one_out_rows(batch.select(members)), starts)


def _failing_without(metric: Metric, batch: Batch, failures: dict[int, str]) -> dict[int, str]:
    """Find the records that can be scored, but not without each of their references."""
    import numpy as np

    failing = {}
    for i in range(len(batch)):
        if not _parts(metric, batch, i, failures):
            continue
        try:
            rows = metric.leave_one_out_rows(batch.select([i]))
            why = _not_finite(metric) if np.isnan(rows).any() else ""
        except RecordError as error:
            why = str(error)
        if why:
            failing[i] = f"{batch.where(i)}: {why} (with a reference left out)"
    return failing


def _not_finite(metric: Metric, *, infinite: bool = False) -> str:
    if infinite:
        return (
            f"{metric.name} returned an infinite number; rescale the numbers, or remove the record"
        )
    return undefined_sentence(metric) or f"{metric.name} returned NaN"


def _parts(metric: Metric, batch: Batch, i: int, failures: dict[int, str]) -> int:
    """Return the number of jackknife rows of a record: 0 for a human text or one reference."""
    parts = part_count(metric, batch[i])
    return parts if parts > 1 and i not in failures and batch[i].system_type != "reference" else 0
