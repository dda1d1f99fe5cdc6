"""Lines of a stream, as bytes or text, read in blocks and limited in length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from operator import add
from typing import BinaryIO
from warnings import warn

from msgspec import Struct, field

from sacreval import native
from sacreval.errors import InputError, InputNotice, UsageError

MEBIBYTE = 2**20
Bytes = bytes  # which is a property below
DEFAULT = 8.0  # MiB
_LEAST = 1 / MEBIBYTE
_MOST = 2047.0  # MiB; the largest limit that Python's csv accepts


class LineLimit(Struct, frozen=True):
    """A limit on the length of lines, and the reader whose option sets it.

    Args:
        max_line: Largest length of a line, in MiB.
        reader: Name of the reader whose option sets it, for messages; "" if there is none.
    """

    max_line: float = DEFAULT
    reader: str = "parallel-text"

    @property
    def bytes(self) -> int:
        """The limit in bytes."""
        return int(self.max_line * MEBIBYTE)

    def fault(self, where: str, what: str = "line") -> str:
        """Return the error message for a line, or a cell of a table, that is too long."""
        problem = f"{where}: this {what} is longer than {self.max_line:g} MiB; "
        if not self.reader:
            return f"{problem}check line ends and quotes"
        option = f"--reader '{self.reader}{{\"max_line\": 64}}'"
        return f"{problem}write one record on each line, or raise the limit: {option}"

    def fault_of_line(self, where: str, _start: Bytes) -> str:
        """Return the error message for a line that is too long.

        Args:
            where: File and line.
            _start: Its beginning.
        """
        return self.fault(where)

    def check(self) -> None:
        """Check that the limit is in range.

        Raises:
            UsageError: If it is not above 0, or larger than csv accepts.
        """
        if not (_LEAST <= self.max_line <= _MOST):
            raise UsageError(
                f"{self.reader}: max_line must be above 0 and at most {_MOST:g} MiB, not "
                f"{self.max_line:g}; give a number such as 64"
            )


class FieldLimit(LineLimit, frozen=True):
    """A limit on lines of JSON objects that other tools write, whose error names the long field."""

    def fault_of_line(self, where: str, start: Bytes) -> str:
        """Return the error message for a line that is too long, with its field."""
        from sacreval.io.formats.first_keys import open_key

        field = open_key(start[: self.bytes])
        if not field:
            return self.fault(where)
        return (
            f"{where}: this line is longer than {self.max_line:g} MiB, in `{field}`; raise the "
            f"limit, --reader '{self.reader}{{\"max_line\": 1024}}', which takes memory, or "
            f"remove the field where nothing is scored by it: jq -c 'del(.{field})'"
        )


BOM = b"\xef\xbb\xbf"
CHUNK = MEBIBYTE  # bytes read at once
_LONG = 500  # bytes of a line, from which Python 3.11 finds line ends faster than it counts them


class LineBlock(Struct, frozen=True):
    """A number of complete lines.

    Args:
        text: Their bytes, with line ends; the last line of a file may have none.
        first: Line number of the first line, from 1.
        size: Number of lines.
    """

    text: bytes
    first: int
    size: int


def blocks(
    stream: BinaryIO, path: str, limit: LineLimit, *, chunk_size: int = CHUNK
) -> Iterator[LineBlock]:
    """Split a stream into blocks of complete lines; only line feeds end lines.

    Args:
        stream: The binary stream.
        path: Path of its file, for messages.
        limit: Largest length of a line.
        chunk_size: Bytes read at once.

    Raises:
        InputError: At the first line that is too long, which is not read to its end.

    Warns:
        InputNotice: If a byte order mark is dropped.
    """
    first, rest = 1, _Rest()
    while chunk := stream.read(chunk_size):
        if first == 1 and not rest.size:
            chunk = without_mark(chunk, path)
        end = chunk.rfind(b"\n") + 1
        if end:
            text = rest.with_end(chunk[:end])
            _check_length(text, first, path, limit)
            block = LineBlock(text, first, _line_ends(text))
            first, rest = first + block.size, _Rest([chunk[end:]])
            del text
            yield block
            del block
        else:
            rest.parts.append(chunk)
        if rest.size > limit.bytes:
            _check_length(rest.with_end(b""), first, path, limit)
    if rest.size:
        yield LineBlock(rest.with_end(b""), first, 1)


class _Rest(Struct):
    """The beginning of a line that goes on; joining its parts at each would take squared time."""

    parts: list[bytes] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(map(len, self.parts))

    def with_end(self, end: bytes) -> bytes:
        """Return the line up to its end."""
        return b"".join([*self.parts, end])


def _line_ends(text: bytes) -> int:
    """Count line feeds; without kernels, `find` is faster where lines are long."""
    if native.available():
        from sacreval.native.record_bytes import line_ends

        return line_ends(text)
    place = text.find(b"\n")
    if place < _LONG:
        return text.count(b"\n")
    count = 0
    while place >= 0:
        count += 1
        place = text.find(b"\n", place + 1)
    return count


def _check_length(text: bytes, first: int, path: str, limit: LineLimit) -> None:
    if len(text) <= limit.bytes:
        return
    for i, line in enumerate(text.split(b"\n")):
        if len(line) > limit.bytes:
            raise InputError(limit.fault_of_line(f"{path}:{first + i}", line))


def numbered(block: LineBlock) -> Iterator[tuple[int, bytes]]:
    """Yield the non-blank lines of a block with their line numbers."""
    for i, line in enumerate(block.text.split(b"\n")):
        if line.strip():
            yield block.first + i, line


def lines(stream: BinaryIO, path: str, limit: LineLimit | None = None) -> Iterator[str]:
    """Decode UTF-8 line by line; only line feeds end lines, and they are kept.

    Args:
        stream: The binary stream.
        path: Path of its file, for messages.
        limit: Largest length of a line.

    Raises:
        InputError: At the first line that is not UTF-8 or is too long.

    Warns:
        InputNotice: If a byte order mark is dropped.
    """
    return lines_in(blocks(stream, path, limit or LineLimit()), path)


def lines_in(blocks: Iterable[LineBlock], path: str) -> Iterator[str]:
    """Decode UTF-8 line by line; see `lines`.

    Args:
        blocks: Blocks of lines.
        path: Path of their file, for messages.

    Raises:
        InputError: At the first line that is not UTF-8.
    """
    for block in blocks:
        try:
            *whole, last = block.text.decode().split("\n")
        except UnicodeDecodeError:
            yield from _one_by_one(block, path)
            continue
        yield from map(add, whole, repeat("\n"))
        if last:
            yield last


def _one_by_one(block: LineBlock, path: str) -> Iterator[str]:
    """Decode the lines of a block one by one, to find the one that is not UTF-8."""
    for i, line in enumerate(block.text.split(b"\n")[: block.size]):
        try:
            yield f"{line.decode()}\n"
        except UnicodeDecodeError as error:
            raise InputError(not_utf8(f"{path}:{block.first + i}", error)) from None


def not_utf8(where: str, error: UnicodeDecodeError) -> str:
    """Return the error message for bytes that are not UTF-8."""
    return f"{where}: not UTF-8 ({error.reason}); convert the file to UTF-8"


def utf8_problem(where: str, text: bytes) -> str | None:
    """Return the error message for bytes if they are not UTF-8."""
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return not_utf8(where, error)
    return None


def without_mark(start: bytes, path: str) -> bytes:
    """Drop a byte order mark from the start of a file.

    Args:
        start: The first bytes of the file.
        path: Path of the file, for messages.

    Warns:
        InputNotice: If there is one.
    """
    if not start.startswith(BOM):
        return start
    notice = f"{path}: the byte order mark at the start of this file is ignored"
    warn(InputNotice(notice), stacklevel=2)
    return start[len(BOM) :]
