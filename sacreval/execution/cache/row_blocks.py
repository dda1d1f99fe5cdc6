"""Forms: what came of a batch as a block of rows, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sacreval.core.records import Batch
from sacreval.execution.cache.block_file import Block
from sacreval.execution.cache.row_index import StoredRows
from sacreval.execution.work import BatchRows, JackknifeRows

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def to_block(head: str, keys: Sequence[bytes], done: BatchRows, batch: Batch) -> Block:
    """Write what came of a batch as a block.

    A record's rows are its own and then those without each reference; none if it failed.

    Args:
        head: What the rows were made by.
        keys: The records' keys.
        done: What came of them.
        batch: The records, whose places are taken out of the sentences.
    """
    import numpy as np

    n = len(keys)
    own = np.setdiff1d(np.arange(n), list(done.failures))
    rows, owners = done.rows[own], own
    if done.left_out is not None:
        rows, owners = interleaved(
            [(own, rows), (_owners(np.diff(done.left_out.starts)), done.left_out.rows)]
        )
    errors = [text.removeprefix(f"{batch.where(i)}: ") for i, text in sorted(done.failures.items())]
    return Block(head, keys, np.bincount(owners, minlength=n), rows, errors)


def to_batch_rows(taken: StoredRows, batch: Batch, *, left_out: bool) -> BatchRows:
    """Read what came of a batch from the rows of its records.

    Args:
        taken: The rows.
        batch: The records.
        left_out: Whether rows without each reference are among them.
    """
    import numpy as np

    firsts = (np.cumsum(taken.counts) - taken.counts)[taken.counts > 0]
    rows = np.full((len(batch), taken.rows.shape[1]), np.nan)
    rows[taken.counts > 0] = taken.rows[firsts]
    failures = {i: f"{batch.where(i)}: {text}" for i, text in taken.errors.items()}
    if not left_out:
        return BatchRows(rows, failures)
    others = np.delete(taken.rows, firsts, axis=0)
    starts = np.concatenate([[0], np.cumsum(np.maximum(taken.counts - 1, 0))])
    return BatchRows(rows, failures, JackknifeRows(others, starts))


def interleaved(parts: Sequence[tuple[Array, Array]]) -> tuple[Array, Array]:
    """Put rows in the order of their records.

    Args:
        parts: For each array of rows (p, k), the record that each row belongs to (p,); what stands
            in an earlier part comes first.

    Returns:
        All rows, and their records.
    """
    import numpy as np

    from sacreval.execution.join import stack

    owners = np.concatenate([records for records, _ in parts])
    order = np.argsort(owners, kind="stable")
    return stack([rows for _, rows in parts])[order], owners[order]


def _owners(counts: Array) -> Array:
    import numpy as np

    return np.repeat(np.arange(len(counts)), counts)
