"""Conversion between the results of a batch and stored blocks of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sacreval.core.records import Batch
from sacreval.execution.cache.block_file import Block
from sacreval.execution.cache.row_index import StoredRows
from sacreval.execution.work import BatchRows, LeaveOneOutRows

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def to_block(head: str, keys: Sequence[bytes], done: BatchRows, batch: Batch) -> Block:
    """Convert a batch's results to a block.

    A record's rows are its own and then those without each reference; none if it failed.

    Args:
        head: What produced the rows; see `cache_keys.head`.
        keys: The records' keys.
        done: The results.
        batch: The records, whose `file:line` is removed from the errors.
    """
    import numpy as np

    n = len(keys)
    own = np.setdiff1d(np.arange(n), list(done.failures))
    rows, owners = done.rows[own], own
    if done.leave_one_out is not None:
        rows, owners = interleaved(
            [(own, rows), (_owners(np.diff(done.leave_one_out.starts)), done.leave_one_out.rows)]
        )
    errors = [text.removeprefix(f"{batch.where(i)}: ") for i, text in sorted(done.failures.items())]
    return Block(head, keys, np.bincount(owners, minlength=n), rows, errors)


def to_batch_rows(stored: StoredRows, batch: Batch, *, leave_one_out: bool) -> BatchRows:
    """Convert stored rows to a batch's results.

    Args:
        stored: The stored rows.
        batch: The records.
        leave_one_out: Whether they include rows without each reference.
    """
    import numpy as np

    firsts = (np.cumsum(stored.counts) - stored.counts)[stored.counts > 0]
    rows = np.full((len(batch), stored.rows.shape[1]), np.nan)
    rows[stored.counts > 0] = stored.rows[firsts]
    failures = {i: f"{batch.where(i)}: {text}" for i, text in stored.errors.items()}
    if not leave_one_out:
        return BatchRows(rows, failures)
    others = np.delete(stored.rows, firsts, axis=0)
    starts = np.concatenate([[0], np.cumsum(np.maximum(stored.counts - 1, 0))])
    return BatchRows(rows, failures, LeaveOneOutRows(others, starts))


def interleaved(parts: Sequence[tuple[Array, Array]]) -> tuple[Array, Array]:
    """Put rows in the order of their records.

    Args:
        parts: Pairs of the record index of each row (p,) and the rows (p, k); among rows of the
            same record those of an earlier pair come first.

    Returns:
        All rows, and the record index of each.
    """
    import numpy as np

    from sacreval.execution.join import stack

    owners = np.concatenate([records for records, _ in parts])
    order = np.argsort(owners, kind="stable")
    return stack([rows for _, rows in parts])[order], owners[order]


def _owners(counts: Array) -> Array:
    import numpy as np

    return np.repeat(np.arange(len(counts)), counts)
