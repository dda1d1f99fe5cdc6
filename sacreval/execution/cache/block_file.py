"""Append-only files of rows, in blocks that each have a checksum.

A file is `MAGIC` followed by blocks. A block is its sizes, a checksum, and plain arrays; nothing in
it is executed. A block that a killed run left incomplete, or that a disk damaged, fails its
checksum, and one that another program wrote has inconsistent sizes: reading stops there.

It is not SQLite, whose locks are unsafe on the network file systems of clusters; files with one
writer each need no locks.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import msgspec

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
