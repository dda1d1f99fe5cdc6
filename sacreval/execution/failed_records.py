"""Rows of batches in which some records have an error instead of an output."""

from __future__ import annotations

from sacreval.core.missing_outputs import no_output
from sacreval.core.records import Batch
from sacreval.execution.work import BatchRows, JackknifeRows


def among_all(done: BatchRows, batch: Batch) -> BatchRows:
    """Insert the records with an error among the others; their rows are NaN.

    Args:
        done: The rows of the records that have an output.
        batch: All records.
    """
    import numpy as np

    failed = set(batch.failed)
    places = [i for i in range(len(batch)) if i not in failed]
    rows = np.full((len(batch), done.rows.shape[1]), np.nan)
    rows[places] = done.rows
    failures = {places[i]: text for i, text in done.failures.items()} | _sentences(batch)
    if done.left_out is None:
        return BatchRows(rows, failures)
    counts = np.zeros(len(batch), dtype=np.int64)
    counts[places] = np.diff(done.left_out.starts)
    starts = np.concatenate([[0], np.cumsum(counts)])
    return BatchRows(rows, failures, done.left_out._replace(starts=starts))


def none_scored(batch: Batch, *, left_out: bool) -> BatchRows:
    """Return the rows of a batch in which no record has an output.

    Args:
        batch: The records.
        left_out: Whether rows without each reference are part of the result.
    """
    import numpy as np

    rows = np.full((len(batch), 1), np.nan)
    starts = np.zeros(len(batch) + 1, dtype=np.int64)
    nothing = JackknifeRows(rows[:0], starts) if left_out else None
    return BatchRows(rows, _sentences(batch), nothing)


def _sentences(batch: Batch) -> dict[int, str]:
    return {i: f"{batch.where(i)}: {no_output(batch[i].error)}" for i in batch.failed}
