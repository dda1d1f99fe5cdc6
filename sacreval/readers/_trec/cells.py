"""Lines of TREC's files as cells between blanks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from sacreval.errors import InputError
from sacreval.io.line_limit import LineLimit
from sacreval.io.lines import blocks, not_utf8

Row = tuple[int, list[bytes]]
_LIMIT = LineLimit(max_line=1, reader="")
_SHOWN = 80  # characters of a cell in a message


def rows(stream: BinaryIO, path: str) -> Iterator[Row]:
    """Yield the line number, from 1, and the cells of each line that is not blank.

    Args:
        stream: The binary stream.
        path: Path of its file, for messages.

    Raises:
        InputError: At the first line that is not UTF-8, or too long.
    """
    for block in blocks(stream, path, _LIMIT):
        text = block.text
        if not text.isascii():
            _check_utf8(text, block.first, path)
        for number, line in enumerate(text.split(b"\n"), start=block.first):
            if cells := line.split():
                yield number, cells


def shown(cell: bytes) -> str:
    """Return a cell for a message, without what is beyond its first characters."""
    text = cell.decode("utf-8", "replace")
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _check_utf8(text: bytes, first: int, path: str) -> None:
    try:
        text.decode()
    except UnicodeDecodeError as error:
        number = first + text.count(b"\n", 0, error.start)
        raise InputError(not_utf8(f"{path}:{number}", error)) from None
