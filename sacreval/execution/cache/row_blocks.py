"""Stored blocks of rows, and their index by record key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.records import Batch
from sacreval.execution.cache.block_file import Block
from sacreval.execution.work import BatchRows, LeaveOneOutRows

if TYPE_CHECKING:
    from sacreval.core.metric import Array


class StoredRows(NamedTuple):
    """The rows of some records.

    Args:
        rows: Array (p, k), record after record.
        counts: Array (n,): number of rows of each record.
        errors: Index of each record that could not be scored to its error.
    """

    rows: Array
    counts: Array
    errors: dict[int, str]


class RowIndex:
    """Stored rows by record key, all of the same head.

    Args:
        blocks: The rows; those of a record that is in several blocks are equal.
    """

    def __init__(self, blocks: Iterable[Block] = ()) -> None:
        import numpy as np

        stored = list(blocks)
        width = max((block.rows.shape[1] for block in stored), default=1)
        counts = [block.counts.astype(np.int64) for block in stored]
        self._starts = np.concatenate([[0], np.cumsum(np.concatenate([*counts, np.zeros(0, int)]))])
        rows = [block.rows for block in stored if len(block.rows)]
        self._rows = np.concatenate(rows) if rows else np.zeros((0, width))
        self._places = {
            key: i for i, key in enumerate(key for block in stored for key in block.keys)
        }
        self._errors = dict(_errors(stored))

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def count(self, key: bytes) -> int | None:
        """Return the number of rows of a record; None if it is not stored."""
        place = self._places.get(key)
        return None if place is None else int(self._starts[place + 1] - self._starts[place])

    def take(self, keys: Sequence[bytes]) -> StoredRows:
        """Return the rows of stored records."""
        import numpy as np

        places = np.array([self._places[key] for key in keys], dtype=np.int64)
        starts, ends = self._starts[places], self._starts[places + 1]
        counts = ends - starts
        before = np.cumsum(counts) - counts
        index = np.repeat(starts - before, counts) + np.arange(counts.sum())
        errors = {i: self._errors[key] for i, key in enumerate(keys) if key in self._errors}
        return StoredRows(self._rows[index], counts, errors)


def _errors(blocks: Iterable[Block]) -> Iterable[tuple[bytes, str]]:
    for block in blocks:
        texts = iter(block.errors)
        for key, count in zip(block.keys, block.counts, strict=True):
            if not count and (text := next(texts, None)) is not None:
                yield key, text


def to_block(head: str, keys: Sequence[bytes], done: BatchRows, batch: Batch) -> Block:
    """Convert a batch's results to a block.

    A record's rows are its own and then those without each reference; none if it failed.
    """
    import numpy as np

    n = len(keys)
    scored = np.setdiff1d(np.arange(n), list(done.failures))
    rows, owners = done.rows[scored], scored
    if done.leave_one_out is not None:
        rows, owners = interleaved(
            [(scored, rows), (_owners(np.diff(done.leave_one_out.starts)), done.leave_one_out.rows)]
        )
    errors = [text.removeprefix(f"{batch.where(i)}: ") for i, text in sorted(done.failures.items())]
    return Block(head, keys, np.bincount(owners, minlength=n), rows, errors)


def to_batch_rows(stored: StoredRows, batch: Batch, *, leave_one_out: bool) -> BatchRows:
    """Convert stored rows to a batch's results."""
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

    from sacreval.execution.serialization import stack

    owners = np.concatenate([records for records, _ in parts])
    order = np.argsort(owners, kind="stable")
    return stack([rows for _, rows in parts])[order], owners[order]


def _owners(counts: Array) -> Array:
    import numpy as np

    return np.repeat(np.arange(len(counts)), counts)
