"""Rows of logs that are lines of JSON objects, or one list of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from sacreval.core.json_lines import lines_of
from sacreval.io.formats.repeated_keys import check_document
from sacreval.io.line_limit import LineLimit
from sacreval.io.whole_files import SizeLimit, read_whole
from sacreval.readers._typed import typed

_ROW = msgspec.json.Decoder(dict[str, Any])
_LIST = msgspec.json.Decoder(list[dict[str, Any]])


class LogRow(NamedTuple):
    """A row of a log.

    Args:
        number: Its number, from 1, without blank lines.
        where: File and line, or place in the list.
        row: The object.
    """

    number: int
    where: str
    row: dict[str, Any]


def log_rows(path: str, limit: LineLimit, *, is_list: bool = False) -> Iterator[LogRow]:
    """Read the rows of a log; NaN and Infinity, which JSON lacks, are null.

    Args:
        path: The file.
        limit: Largest length of a line.
        is_list: Whether it is one list, which is read whole.

    Raises:
        InputError: If a line, or the file, is not JSON, or a row is no object.
    """
    if not is_list:
        for number, line in enumerate(lines_of(path, limit), start=1):
            yield LogRow(number, line.where, typed(_ROW, line.text, line.where))
        return
    text = read_whole(path, SizeLimit())
    rows = typed(_LIST, text, path)
    check_document(text, path)
    for number, row in enumerate(rows, start=1):
        yield LogRow(number, f"{path}:{number}", row)
