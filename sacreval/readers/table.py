"""Tables: CSV and TSV with a header, one record in each row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import msgspec

from sacreval.core.options.python_functions import nested
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.io.files import extension
from sacreval.io.formats.delimited_text import Quoting, Sheet
from sacreval.io.lines import DEFAULT
from sacreval.readers._base import batches, convert, mapper, readers
from sacreval.readers._limited import LineReader
from sacreval.readers._map_option import Matches, hold_until_matched

_DELIMITER = re.compile(r"""[^"\r\n\0]""")
_LISTS = ("references", "sources", "samples", "choices", "ranking")
_KEPT = ("prediction", *_LISTS)  # columns whose empty cells are values


@readers.register("table")
@dataclass(frozen=True, kw_only=True)
class TableReader(LineReader):
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
    quoting: Quoting | None = None
    max_line: float = DEFAULT

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.delimiter is not None and not _DELIMITER.fullmatch(self.delimiter):
            raise UsageError(
                "table: delimiter must be one character, neither a quote nor a line end, not "
                f"{self.delimiter[:20]!r}; give one such as ';'"
            )

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file."""
        matches = Matches(self.fields)
        records = batches(self._records(path, matches), path)
        yield from hold_until_matched(records, matches, path)

    def _records(self, path: str, matches: Matches) -> Iterator[tuple[int, Instance]]:
        apply = _mapped(self.fields) if self.fields else _fields
        for line, cells in self.rows(path):
            record = apply(cells)
            matches.note(cells, record)
            yield line, convert(record, f"{path}:{line}")

    def rows(self, path: str) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield the line number and the cells by heading of each row.

        Args:
            path: The file.

        Raises:
            InputError: If it is no table.
        """
        tabs = extension(path) == ".tsv"
        sheet = Sheet(
            delimiter=self.delimiter or ("tab" if tabs else "comma"),
            quoting=self.quoting or ("none" if tabs else "quotes"),
            limit=self.line_limit,
        )
        return sheet.rows(path)


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
        fields = _without_output(apply(cells))
        for name, value in (fields.get("judgments") or {}).items():
            if isinstance(value, str):
                fields["judgments"][name] = _value(value) if value else None
        return fields

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
