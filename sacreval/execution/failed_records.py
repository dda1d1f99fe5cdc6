"""Rows of batches of which some records take no part, or have no output that can be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sacreval.core.metric import Metric
from sacreval.core.missing_outputs import as_empty, no_output
from sacreval.core.records import Batch
from sacreval.execution.work import BatchRows, LeaveOneOutRows


def among_all(done: BatchRows, n: int, failures: Mapping[int, str]) -> BatchRows:
    """Insert the records that were left out among the others; their rows are NaN.

    Args:
        done: The rows of the records that were scored.
        n: Number of all records.
        failures: The index of each record that was left out, to the reason.
    """
    found = among_others(done, [i for i in range(n) if i not in failures], n)
    return found._replace(failures={**found.failures, **failures})


def among_others(done: BatchRows, places: Sequence[int], n: int) -> BatchRows:
    """Insert the records that take no part in a metric among the others; their rows are NaN.

    Args:
        done: The rows of the records that take part.
        places: The indices of these records.
        n: Number of all records.
    """
    import numpy as np

    rows = np.full((n, done.rows.shape[1]), np.nan)
    rows[places] = done.rows
    failures = {places[i]: text for i, text in done.failures.items()}
    unanswered = [places[i] for i in done.unanswered]
    if done.leave_one_out is None:
        return BatchRows(rows, failures, unanswered=unanswered)
    counts = np.zeros(n, dtype=np.int64)
    counts[places] = np.diff(done.leave_one_out.starts)
    starts = np.concatenate([[0], np.cumsum(counts)])
    leave_one_out = done.leave_one_out._replace(starts=starts)
    return BatchRows(rows, failures, leave_one_out, unanswered=unanswered)


def judged_by(metric: Metric, batch: Batch) -> Batch:
    """Return the records that have what a metric judges; see `Metric.lacking`."""
    lacking = metric.lacking(batch)
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
    if not metric.kind_of("prediction").accepts(""):
        return batch, []
    records = list(map(as_empty, batch))
    unread = [i for i in batch.failed if records[i].error is None]
    return (batch.with_instances(records), unread) if unread else (batch, [])


def outside(done: BatchRows) -> list[int]:
    """Return the indices of the records that take no part in a metric: no row, and no error."""
    import numpy as np

    lacking = np.flatnonzero(np.isnan(done.rows).any(axis=1)).tolist()
    return [i for i in lacking if i not in done.failures]


def none_scored(n: int, failures: Mapping[int, str], *, leave_one_out: bool) -> BatchRows:
    """Return the rows of a batch in which no record could be scored.

    Args:
        n: Number of records.
        failures: The index of each record to the reason; none where they take no part.
        leave_one_out: Whether rows without each reference are part of the result.
    """
    import numpy as np

    rows = np.full((n, 1), np.nan)
    starts = np.zeros(n + 1, dtype=np.int64)
    nothing = LeaveOneOutRows(rows[:0], starts) if leave_one_out else None
    return BatchRows(rows, failures, nothing)


def without_output(batch: Batch, places: Sequence[int]) -> dict[int, str]:
    """Return the index of each of these records, which have an error, to the reason."""
    return {i: f"{batch.where(i)}: {no_output(batch[i].error)}" for i in places}
