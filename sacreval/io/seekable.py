"""Lines of a file that are read twice: once to find them, once in another order."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from sacreval.io.files import COMPRESSIONS, STDIN, open_bytes
from sacreval.io.line_limit import LineLimit
from sacreval.io.lines import BOM, blocks

_IN_MEMORY = 2**24  # bytes of a decompressed copy that stay in memory; more go to a temporary file


class Line(Struct, frozen=True):
    """A line and its place.

    Args:
        number: Its number, from 1.
        start: Its first byte.
        text: Its bytes, without line end.
    """

    number: int
    start: int
    text: bytes


@contextmanager
def seekable(path: str) -> Iterator[BinaryIO]:
    """Open a file for reading at any place; of a compressed one or standard input, a copy.

    Args:
        path: Path of the file, or `-`.

    Raises:
        InputError: If it cannot be read.
    """
    with open_bytes(path) as stream:
        if path != STDIN and Path(path).suffix.lower() not in COMPRESSIONS:
            yield stream
            return
        import tempfile

        with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as copy:
            shutil.copyfileobj(stream, copy)
            copy.seek(0)
            yield copy  # type: ignore[misc]


def placed_lines(stream: BinaryIO, path: str, limit: LineLimit) -> Iterator[Line]:
    """Yield the non-blank lines of a stream with their places, from its start.

    Args:
        stream: A stream that can be read at any place.
        path: Path of its file, for messages.
        limit: Largest length of a line.

    Raises:
        InputError: At the first line that is too long.
    """
    stream.seek(0)
    start = len(BOM) if stream.read(len(BOM)) == BOM else 0
    stream.seek(0)
    for block in blocks(stream, path, limit):
        place = start
        for i, text in enumerate(block.text.split(b"\n")):
            if text.strip():
                yield Line(block.first + i, place, text)
            place += len(text) + 1
        start += len(block.text)


def line_at(stream: BinaryIO, start: int) -> bytes:
    """Read the line that starts at a byte."""
    stream.seek(start)
    return stream.readline()
