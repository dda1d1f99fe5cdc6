"""Index of stored rows by record key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.execution.cache.block_file import Block

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
