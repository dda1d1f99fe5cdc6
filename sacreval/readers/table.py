"""Tables: CSV and TSV with a header, one record in each row."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, ClassVar, Literal

import msgspec

from sacreval.core.options.python_values import nested
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.io.files import extension, open_bytes, stem
from sacreval.io.line_limit import DEFAULT, LineLimit
from sacreval.io.lines import lines
from sacreval.readers._base import Reader, batches, convert, mapper, readers
from sacreval.readers._map_matches import Matches, hold_until_matched

_DELIMITER = re.compile(r"""[^"\r\n\0]""")
_LISTS = ("references", "sources", "samples", "choices", "ranking")
_KEPT = ("prediction", *_LISTS)  # columns whose empty cells are values


@readers.register("table")
@dataclass(frozen=True, kw_only=True)
class TableReader(Reader):
    """Tables with a header that names the fields of records.

    `references` holds one text or a JSON list; `reference_1`, `reference_2` … hold one reference
    each, and their empty cells are ignored. Columns `groups.NAME` and `judgments.NAME` become
    entries of `groups` and `judgments`.

    Args:
        delimiter: Separator of cells; by default a tab in files ending in .tsv, else a comma.
        quoting: quotes allows cells in double quotes, as in CSV; none reads quotes literally; by
            default none in files ending in .tsv.
        max_line: The longest line and the longest cell, in MiB. A longer one usually means a quote
            that is not closed.
    """

    extensions: ClassVar[tuple[str, ...]] = (".csv", ".tsv")

    delimiter: str | None = None
    quoting: Literal["quotes", "none"] | None = None
    max_line: float = DEFAULT

    def __post_init__(self) -> None:
        super().__post_init__()
        self._limit.check()
        if self.delimiter is not None and not _DELIMITER.fullmatch(self.delimiter):
            raise UsageError(
                "table: delimiter must be one character, neither a quote nor a line end, not "
                f"{self.delimiter[:20]!r}; give one such as ';'"
            )

    @property
    def _limit(self) -> LineLimit:
        return LineLimit(self.max_line, self.name)

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file."""
        matches = Matches(self.fields)
        records = batches(self._records(path, matches), path, stem(path))
        yield from hold_until_matched(records, matches, path)

    def _records(self, path: str, matches: Matches) -> Iterator[tuple[int, Instance]]:
        apply = _mapped(self.fields) if self.fields else _fields
        for line, cells in self.rows(path):
            record = apply(cells)
            if matches.missing:
                matches.note(cells, record)
            yield line, convert(record, f"{path}:{line}")

    def rows(self, path: str) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield the line number and the cells by heading of each row.

        Args:
            path: The file.

        Raises:
            InputError: If it is no table.
        """
        with open_bytes(path) as stream:
            yield from self._rows(stream, path)

    def _rows(self, stream: BinaryIO, path: str) -> Iterator[tuple[int, dict[str, str]]]:
        tabs = extension(path) == ".tsv"
        quotes = self.quoting == "quotes" or (self.quoting is None and not tabs)
        csv.field_size_limit(self._limit.bytes)
        rows = csv.reader(
            lines(stream, path, self._limit),
            delimiter=self.delimiter or ("\t" if tabs else ","),
            quoting=csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE,
            strict=True,
        )
        try:
            header = _header(next(rows, []), path)
            for row in rows:
                if row:
                    yield rows.line_num, _cells(header, row, f"{path}:{rows.line_num}")
        except csv.Error as error:
            if "field limit" in str(error):
                raise InputError(self._limit.fault(f"{path}:{rows.line_num}", "cell")) from None
            raise InputError(
                f"{path}:{rows.line_num}: not a table ({error}); check quotes and delimiter, "
                'or give --reader \'table{"quoting": "none"}\''
            ) from None


def _header(names: list[str], path: str) -> list[str]:
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        raise InputError(
            f"{path}:1: the heading '{repeated[0]}' is repeated; rename one of the two, "
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
    """Convert a row to a record with lists, nested fields and numbers."""
    values = {
        name: _list(cell)
        if name in _LISTS
        else _value(cell)
        if name.startswith("judgments.")
        else cell
        for name, cell in cells.items()
        if cell or name in _KEPT
    }
    return _without_output(nested(values))


def _mapped(fields: Mapping[str, str]) -> Callable[[Mapping[str, str]], dict[str, Any]]:
    """Compile `--map`; judgments in cells are numbers or lists, as in columns `judgments.NAME`."""
    apply = mapper(fields)

    def record(cells: Mapping[str, str]) -> dict[str, Any]:
        found = _without_output(apply(cells))
        for name, value in (found.get("judgments") or {}).items():
            if isinstance(value, str):
                found["judgments"][name] = _value(value) if value else None
        return found

    return record


def _without_output(record: dict[str, Any]) -> dict[str, Any]:
    """Drop the empty output of a record that has an error, since tables have no null."""
    if record.get("error") and record.get("prediction") == "":
        del record["prediction"]
    return record


def _list(cell: str) -> list[Any]:
    """Parse a JSON list; return any other text, such as "[laughs]", as the only item of a list."""
    value = _value(cell) if cell.startswith("[") else cell
    return value if isinstance(value, list) else [cell]


def _value(cell: str) -> Any:
    try:
        return msgspec.json.decode(cell)
    except (msgspec.DecodeError, RecursionError):  # nested too deeply to be a list of texts
        return cell
