"""Files that are read whole within a limit, and files whose lines are read twice."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from sacreval.errors import InputError, UsageError
from sacreval.io.files import COMPRESSIONS, STDIN, open_bytes
from sacreval.io.lines import BOM, MEBIBYTE, LineLimit, blocks

DEFAULT_SIZE = 1024.0  # MiB; more would need several times as much memory once decoded
LEAST_EXPECTED = 64 * MEBIBYTE
MOST_SHRUNK = 100  # times that a compressed file is smaller than what it holds
_LEAST = 1 / MEBIBYTE
_MOST = 2.0**20  # MiB, which is a tebibyte


class SizeLimit(Struct, frozen=True):
    """A limit on the size of a file, and the reader whose option sets it.

    Args:
        max_size: Largest size after decompression, in MiB.
        reader: Name of the reader whose option sets it, for messages; "" if there is none.
    """

    max_size: float = DEFAULT_SIZE
    reader: str = ""

    def check(self) -> None:
        """Check that the limit is in range.

        Raises:
            UsageError: If it is not above 0, or larger than a tebibyte.
        """
        if not (_LEAST <= self.max_size <= _MOST):
            raise UsageError(
                f"{self.reader}: max_size must be above 0 and at most {_MOST:g} MiB, not "
                f"{self.max_size:g}; give a number such as 4096"
            )

    def fault(self, path: str, size: int = 0) -> str:
        """Return the error message for a file that is too large.

        Args:
            path: The file.
            size: Bytes that it may have; by default the limit.
        """
        most = size / MEBIBYTE or self.max_size
        said = f"{path}: this file holds more than {most:,.4g} MiB, decompressed; "
        if not self.reader:
            return f"{said}check where it comes from, or split it"
        raised = f"--reader '{self.reader}{{\"max_size\": {4 * DEFAULT_SIZE:g}}}'"
        return f"{said}check where it comes from, or raise the limit: {raised}"


def read_whole(path: str, limit: SizeLimit | None = None) -> bytes:
    """Read a file, decompressing `.gz` and `.zst`.

    Args:
        path: Path of the file, or `-`.
        limit: Largest size; the default of `SizeLimit` if None.

    Raises:
        InputError: If the file is larger, which is not read to its end, or cannot be read.
    """
    limit = limit or SizeLimit()
    most = int(limit.max_size * MEBIBYTE)
    expected = _expected(path) if limit.max_size == DEFAULT_SIZE else most
    parts, size = [], 0
    with open_bytes(path) as stream:
        while part := stream.read(MEBIBYTE):
            size += len(part)
            if size > most:
                raise InputError(limit.fault(path))
            if size > expected:
                raise InputError(limit.fault(path, expected))
            parts.append(part)
    return b"".join(parts)


def _expected(path: str) -> int:
    """Return the bytes that a file may have by its size as it is stored."""
    if Path(path).suffix.lower() not in COMPRESSIONS or not Path(path).is_file():
        return sys.maxsize
    return max(LEAST_EXPECTED, MOST_SHRUNK * Path(path).stat().st_size)


_IN_MEMORY = 2**24  # bytes of a decompressed copy that stay in memory; more go to a temporary file


class FileLine(Struct, frozen=True):
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
        import shutil
        import tempfile

        with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as copy:
            shutil.copyfileobj(stream, copy)
            copy.seek(0)
            yield copy  # type: ignore[misc]


def placed_lines(stream: BinaryIO, path: str, limit: LineLimit) -> Iterator[FileLine]:
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
                yield FileLine(block.first + i, place, text)
            place += len(text) + 1
        start += len(block.text)


def line_at(stream: BinaryIO, start: int) -> bytes:
    """Read the line that starts at a byte."""
    stream.seek(start)
    return stream.readline()
