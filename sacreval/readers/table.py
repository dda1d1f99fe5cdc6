"""Tables: CSV and TSV with a header, one record a row."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import msgspec

from sacreval.errors import InputError
from sacreval.files import extension, lines, open_bytes, stem
from sacreval.reader import Reader, batches, convert, mapper, readers
from sacreval.records import Batch, Instance

_NUMBERED = re.compile(r"references?[_.]?\d+")
_LISTS = ("references", "sources", "samples", "choices", "ranking")


@readers.register("table")
@dataclass(frozen=True, kw_only=True)
class TableReader(Reader):
    """Tables with a header that names the fields of records.

    `references` holds one text or a JSON list; `reference_1`, `reference_2` … hold one each, and
    an empty cell among them is no reference. `groups.NAME` and `judgments.NAME` fill those.

    Args:
        delimiter: What separates cells; by default a tab in files ending in .tsv, else a comma.
        quoting: quotes lets cells stand in double quotes, as CSV wants; none takes quotes
            literally; by default none in files ending in .tsv.
    """

    extensions: ClassVar[tuple[str, ...]] = (".csv", ".tsv")

    delimiter: str | None = None
    quoting: Literal["quotes", "none"] | None = None

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file."""
        with open_bytes(path) as stream:
            yield from batches(self._records(stream, path), path, stem(path))

    def _records(self, stream: Any, path: str) -> Iterator[tuple[int, Instance]]:
        tabs = extension(path) == ".tsv"
        quotes = self.quoting == "quotes" or (self.quoting is None and not tabs)
        csv.field_size_limit(2**31 - 1)
        rows = csv.reader(
            lines(stream, path),
            delimiter=self.delimiter or ("\t" if tabs else ","),
            quoting=csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE,
            strict=True,
        )
        apply = mapper(self.fields) if self.fields else _fields
        header: list[str] = []
        try:
            header = _header(next(rows, []), path)
            for row in rows:
                if row:
                    where = f"{path}:{rows.line_num}"
                    yield rows.line_num, convert(apply(_cells(header, row, where)), where)
        except csv.Error as error:
            raise InputError(
                f"{path}:{rows.line_num}: not a table ({error}); check quotes and delimiter, "
                'see --reader \'table{"quoting": "none"}\''
            ) from None


def _header(names: list[str], path: str) -> list[str]:
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise InputError(
            f"{path}:1: the heading '{twice[0]}' stands twice; rename one of the two, "
            "as in reference_1 and reference_2"
        )
    return names


def _cells(header: list[str], row: list[str], where: str) -> dict[str, str]:
    if len(row) != len(header):
        raise InputError(
            f"{where}: {len(row)} cells under {len(header)} headings; check quotes and delimiter"
        )
    return dict(zip(header, row, strict=True))


def _fields(cells: Mapping[str, str]) -> dict[str, Any]:
    """Turn a row into a record: lists, nested fields and numbers."""
    record: dict[str, Any] = {}
    for name, cell in cells.items():
        head, dot, tail = name.partition(".")
        if _NUMBERED.fullmatch(name):
            if cell:
                record.setdefault("references", []).append(cell)
        elif dot and head in ("groups", "judgments"):
            if cell:
                value = _value(cell) if head == "judgments" else cell
                record.setdefault(head, {})[tail] = value
        elif name in _LISTS:
            record[name] = _list(cell)
        elif cell or name == "prediction":
            record[name] = cell
    return record


def _list(cell: str) -> list[Any]:
    """Read a JSON list; any other text, "[laughs]" for one, is the only item of one."""
    value = _value(cell) if cell.startswith("[") else cell
    return value if isinstance(value, list) else [cell]


def _value(cell: str) -> Any:
    try:
        return msgspec.json.decode(cell)
    except (msgspec.DecodeError, RecursionError):  # nested so deep that nobody means a list
        return cell
