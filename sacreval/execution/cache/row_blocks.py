"""Stored rows: append-only files of blocks that each have a checksum, indexed by record key.

Append-only files of rows, in blocks that each have a checksum. A file is `MAGIC` followed by
blocks. A block is its sizes, a checksum, and plain arrays; nothing in it is executed. A block that
a killed run left incomplete, or that a disk damaged, fails its checksum, and one that another
program wrote has inconsistent sizes: reading stops there.

It is not SQLite, whose locks are unsafe on the network file systems of clusters; files with one
writer each need no locks.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import msgspec

from sacreval.core.records import Batch
from sacreval.execution.work import BatchRows, LeaveOneOutRows, offsets

if TYPE_CHECKING:
    from sacreval.core.metric import Array


MAGIC = b"sacreval rows 1\n"  # 1 is the version of the layout
KEY = 16  # bytes of a record's key
_SIZES = struct.Struct("<5I")  # bytes of the head, records, rows, columns, bytes of the errors
_CHECKSUM = 8
_INT, _FLOAT = "<u4", "<f8"


class Block(NamedTuple):
    """The rows of some records by one metric.

    Args:
        head: What produced the rows; see `cache_keys.head`.
        keys: The key of each record, `KEY` bytes; see `cache_keys.keys`.
        counts: Array (n,): number of rows of each record; 0 if it could not be scored.
        rows: Array (sum of counts, k).
        errors: The error of each record that could not be scored.
    """

    head: str
    keys: Sequence[bytes]
    counts: Array
    rows: Array
    errors: Sequence[str] = ()


def encode(block: Block) -> bytes:
    """Encode a block as bytes."""
    head = block.head.encode()
    errors = msgspec.json.encode(block.errors)
    sizes = _SIZES.pack(len(head), len(block.keys), *block.rows.shape, len(errors))
    arrays = block.counts.astype(_INT).tobytes(), block.rows.astype(_FLOAT).tobytes()
    body = b"".join((head, *block.keys, *arrays, errors))
    return sizes + _checksum(sizes, body) + body


@dataclass
class BlockReader:
    """Reads the blocks of a file up to the first that is incomplete or damaged.

    Args:
        stream: The file, positioned at its start.
        end: Offset where the last complete block ends; 0 if `MAGIC` is incomplete or wrong.
        damaged: Whether anything but an incomplete last block follows.
        widths: Number of columns by head, which is the same in all blocks of a head.
    """

    stream: BinaryIO
    end: int = 0
    damaged: bool = False
    widths: dict[str, int] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Block]:
        if (begin := self.stream.read(len(MAGIC))) != MAGIC:
            self.damaged = not MAGIC.startswith(begin)
            return
        self.end = self.stream.tell()
        while (block := self._next()) is not None:
            self.end = self.stream.tell()
            yield block

    def _next(self) -> Block | None:
        sizes, checksum = self.stream.read(_SIZES.size), self.stream.read(_CHECKSUM)
        if len(checksum) < _CHECKSUM:
            return None
        head, n, rows, columns, errors = _SIZES.unpack(sizes)
        length = head + n * (KEY + 4) + rows * columns * 8 + errors
        if length > self._left():
            return None
        body = self.stream.read(length)
        block = None
        if _checksum(sizes, body) == checksum:
            block = _decode(body, (head, n, rows, columns))
        self.damaged = block is None or not self._as_wide(block)
        return None if self.damaged else block

    def _as_wide(self, block: Block) -> bool:
        """Return whether a block has no rows, or as many columns as the others of its head."""
        width = block.rows.shape[1]
        return not len(block.rows) or self.widths.setdefault(block.head, width) == width

    def _left(self) -> int:
        here = self.stream.tell()
        end = self.stream.seek(0, 2)
        self.stream.seek(here)
        return end - here


def _decode(body: bytes, sizes: tuple[int, int, int, int]) -> Block | None:
    """Decode the body of a block; None if its sizes are inconsistent."""
    try:
        block = _block(body, sizes)
    except (ValueError, msgspec.MsgspecError):
        return None
    counts, rows = block.counts, block.rows
    whole = counts.sum() == len(rows) and (counts == 0).sum() == len(block.errors)
    return block if whole and bool(rows.shape[1]) else None


def _block(body: bytes, sizes: tuple[int, int, int, int]) -> Block:
    import numpy as np

    head, n, rows, columns = sizes
    keys = head + n * KEY
    counts = keys + n * 4
    end = counts + rows * columns * 8
    return Block(
        body[:head].decode(),
        [body[i : i + KEY] for i in range(head, keys, KEY)],
        np.frombuffer(body[keys:counts], _INT),
        np.frombuffer(body[counts:end], _FLOAT).reshape(rows, columns if rows else 1),
        msgspec.json.decode(body[end:], type=list[str]),
    )


def _checksum(sizes: bytes, body: bytes) -> bytes:
    return blake2b(sizes + body, digest_size=_CHECKSUM).digest()


class CachedRows(NamedTuple):
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
        self._starts = offsets(np.concatenate([*counts, np.zeros(0, int)]))
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

    def take(self, keys: Sequence[bytes]) -> CachedRows:
        """Return the rows of stored records."""
        import numpy as np

        places = np.array([self._places[key] for key in keys], dtype=np.int64)
        starts, ends = self._starts[places], self._starts[places + 1]
        counts = ends - starts
        before = np.cumsum(counts) - counts
        index = np.repeat(starts - before, counts) + np.arange(counts.sum())
        errors = {i: self._errors[key] for i, key in enumerate(keys) if key in self._errors}
        return CachedRows(self._rows[index], counts, errors)


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
        others = np.repeat(np.arange(n), np.diff(done.leave_one_out.starts))
        rows, owners = interleaved([(scored, rows), (others, done.leave_one_out.rows)])
    errors = [text.removeprefix(f"{batch.where(i)}: ") for i, text in sorted(done.failures.items())]
    return Block(head, keys, np.bincount(owners, minlength=n), rows, errors)


def to_batch_rows(stored: CachedRows, batch: Batch, *, leave_one_out: bool) -> BatchRows:
    """Convert stored rows to a batch's results."""
    import numpy as np

    firsts = (np.cumsum(stored.counts) - stored.counts)[stored.counts > 0]
    rows = np.full((len(batch), stored.rows.shape[1]), np.nan)
    rows[stored.counts > 0] = stored.rows[firsts]
    failures = {i: f"{batch.where(i)}: {text}" for i, text in stored.errors.items()}
    if not leave_one_out:
        return BatchRows(rows, failures)
    others = np.delete(stored.rows, firsts, axis=0)
    starts = offsets(np.maximum(stored.counts - 1, 0))
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
