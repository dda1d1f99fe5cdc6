"""Lines of a stream: read many at once, none longer than a limit; as bytes or as text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from operator import add
from typing import BinaryIO, NamedTuple
from warnings import warn

from sacreval.errors import InputError, InputNotice
from sacreval.io.line_limit import MEBIBYTE, LineLimit

BOM = b"\xef\xbb\xbf"
CHUNK = MEBIBYTE  # bytes read at once


class Block(NamedTuple):
    """Some whole lines.

    Args:
        text: Their bytes, line ends included; the last line of a file may lack its own.
        first: The number of the first line.
        size: How many lines there are.
    """

    text: bytes
    first: int
    size: int


def blocks(stream: BinaryIO, path: str, limit: LineLimit) -> Iterator[Block]:
    """Cut a stream into blocks of whole lines; only line feeds end lines.

    Args:
        stream: The bytes.
        path: Their file, for messages.
        limit: The longest line.

    Raises:
        InputError: At the first line that is too long; little more is read than shows that.

    Warns:
        InputNotice: If a byte order mark is dropped.
    """
    first, rest = 1, b""
    while chunk := stream.read(CHUNK):
        if first == 1 and not rest:
            chunk = without_mark(chunk, path)
        end = chunk.rfind(b"\n") + 1
        if end:
            text = rest + chunk[:end]
            _check_length(text, first, path, limit)
            size = text.count(b"\n")
            yield Block(text, first, size)
            first, rest = first + size, chunk[end:]
        else:
            rest += chunk
        _check_length(rest, first, path, limit)
    if rest:
        yield Block(rest, first, 1)


def _check_length(text: bytes, first: int, path: str, limit: LineLimit) -> None:
    if len(text) <= limit.bytes:
        return
    for i, line in enumerate(text.split(b"\n")):
        if len(line) > limit.bytes:
            raise InputError(limit.fault(f"{path}:{first + i}"))


def numbered(block: Block) -> Iterator[tuple[int, bytes]]:
    """Return the lines of a block that are not blank, with their numbers."""
    for i, line in enumerate(block.text.split(b"\n")):
        if line.strip():
            yield block.first + i, line


def lines(stream: BinaryIO, path: str, limit: LineLimit | None = None) -> Iterator[str]:
    """Decode UTF-8 line by line; only line feeds end lines, and they stay.

    Args:
        stream: The bytes.
        path: Their file, for messages.
        limit: The longest line.

    Raises:
        InputError: At the first line that is not UTF-8, or too long.

    Warns:
        InputNotice: If a byte order mark is dropped.
    """
    for block in blocks(stream, path, limit or LineLimit()):
        try:
            *whole, last = block.text.decode().split("\n")
        except UnicodeDecodeError:
            yield from _one_by_one(block, path)
            continue
        yield from map(add, whole, repeat("\n"))
        if last:
            yield last


def _one_by_one(block: Block, path: str) -> Iterator[str]:
    """Decode the lines of a block of which one is not UTF-8."""
    for i, line in enumerate(block.text.split(b"\n")[: block.size]):
        try:
            yield f"{line.decode()}\n"
        except UnicodeDecodeError as error:
            raise InputError(not_utf8(f"{path}:{block.first + i}", error)) from None


def not_utf8(where: str, error: UnicodeDecodeError) -> str:
    """Write the sentence for bytes that are not UTF-8."""
    return f"{where}: not UTF-8 ({error.reason}); convert the file to UTF-8"


def without_mark(start: bytes, path: str) -> bytes:
    """Drop a byte order mark from the start of a file.

    Args:
        start: The first bytes.
        path: Their file, for messages.

    Warns:
        InputNotice: If there was one.
    """
    if not start.startswith(BOM):
        return start
    notice = f"{path}: the byte order mark that this file begins with is dropped"
    warn(InputNotice(notice), stacklevel=2)
    return start[len(BOM) :]
