"""Tables of ratings: one row for each output, or for each rater of an output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.io.files import extension
from sacreval.io.formats.delimited_text import Delimiter, Quoting, Sheet
from sacreval.io.formats.values import literal, number
from sacreval.io.lines import DEFAULT
from sacreval.readers._base import batches, convert, readers
from sacreval.readers._fields import shape
from sacreval.readers._limited import LineReader
from sacreval.readers._map_option import Matches, hold_until_matched
from sacreval.text.expressions import compiled

Row = dict[str, Any]
Numbered = Iterable[tuple[int, Row]]


@readers.register("raters")
@dataclass(frozen=True, kw_only=True)
class RatersReader(LineReader):
    """Tables with human ratings and any column names.

    With `by`, rows with the same values in those columns form one record, and each row is one
    rating. Ratings are then lists in the order of the file, or with one position for each rater if
    `rater` is given.

    Args:
        fields: Record field, or `groups.NAME`, to the JMESPath expression over column names of its
            value. Columns that no expression selects are left out.
        ratings: Dimension to the column of its numbers, or of lists of numbers.
        scores: Published metric to the column of its scores.
        columns: Headings, for a table without them.
        delimiter: Separator of cells; blank is any run of blanks and tabs. By default a comma in
            files ending in .csv, else a tab.
        quoting: quotes allows cells in double quotes, none reads quotes literally; by default
            quotes in files ending in .csv if no delimiter is given, else none.
        literals: Columns that hold Python lists.
        by: Columns whose values identify a record.
        rater: The column of the rater's name; it is replaced by a position in the list.
        drop: Columns that are never read, such as personal data.
        where: A JMESPath expression; rows for which it is false are skipped.
        people: Systems that are human writers; their records have the type `reference`.
        constants: Record field to a value that is set in all records.
        skip: Number of lines before the headings.
        max_line: The longest line and the longest cell, in MiB.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    ratings: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, str] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    delimiter: Delimiter | None = None
    quoting: Quoting | None = None
    literals: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    rater: str | None = None
    drop: tuple[str, ...] = ()
    where: str | None = None
    people: tuple[str, ...] = ()
    constants: Mapping[str, Any] = field(default_factory=dict)
    skip: int = 0
    max_line: float = DEFAULT

    def __post_init__(self) -> None:
        shape(self.fields)
        self.line_limit.check()
        if self.rater and not self.by:
            raise UsageError("raters: `rater` needs `by`; give the columns that identify a record")

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file."""
        matches = Matches(self.fields)
        records = batches(self._records(path, matches), path)
        yield from hold_until_matched(records, matches, path)

    def _records(self, path: str, matches: Matches) -> Iterator[tuple[int, Instance]]:
        apply = shape(self.fields)
        rows = self._rows(path)
        for line, row, judgments in (
            self._by_record(rows, path) if self.by else self._row_by_row(rows, path)
        ):
            where = f"{path}:{line}"
            mapped = apply(row)
            matches.note(row, mapped)
            if ratings := mapped.get("judgments"):
                mapped["judgments"] = {name: _rating(cell, where) for name, cell in ratings.items()}
            record = {**self.constants, **mapped}
            if record.get("system_id") in self.people:
                record["system_type"] = "reference"
            if judgments:
                record["judgments"] = {**record.get("judgments", {}), **judgments}
            if self.scores:
                scores = {name: _rating(row[col], where) for name, col in self.scores.items()}
                record["meta"] = {**record.get("meta", {}), "scores": scores}
            yield line, convert(record, where)

    def _row_by_row(self, rows: Numbered, path: str) -> Iterator[tuple[int, Row, Row]]:
        for line, row in rows:
            where = f"{path}:{line}"
            yield line, row, {name: _rating(row[col], where) for name, col in self.ratings.items()}

    def _by_record(self, rows: Numbered, path: str) -> Iterator[tuple[int, Row, Row]]:
        """Group rows by record, in the order of the records' first rows."""
        groups: dict[tuple[Any, ...], list[tuple[int, Row]]] = {}
        places: dict[str, int] = {}
        for line, row in rows:
            groups.setdefault(tuple(row[column] for column in self.by), []).append((line, row))
            if self.rater:
                places.setdefault(row[self.rater], len(places))
        for members in groups.values():
            judgments = {
                name: self._listed(members, column, places, path)
                for name, column in self.ratings.items()
            }
            yield *members[0], judgments

    def _listed(
        self, members: list[tuple[int, Row]], column: str, places: Mapping[str, int], path: str
    ) -> list[Any]:
        """List the ratings of a record, each at its rater's position if raters are named."""
        if not self.rater:
            return [_rating(row[column], f"{path}:{line}") for line, row in members]
        ratings: list[Any] = [None] * len(places)
        seen: set[str] = set()
        for line, row in members:
            rater = row[self.rater]
            if rater in seen:
                raise InputError(
                    f"{path}:{line}: rater {rater} rates this output a second time; keep one of "
                    "the rows, or omit `rater`"
                )
            seen.add(rater)
            ratings[places[rater]] = _rating(row[column], f"{path}:{line}")
        return ratings

    def _rows(self, path: str) -> Iterator[tuple[int, Row]]:
        """Yield the selected rows, with Python lists parsed."""
        selected = compiled(self.where, "where: ") if self.where else None
        required = (*self.by, *self.ratings.values(), *self.scores.values(), *self.literals)
        for line, cells in self._sheet(path).rows(path):
            row: Row = dict(cells)
            if missing := [column for column in required if column not in row]:
                raise InputError(f"{path}: no column {missing[0]}; available: {', '.join(row)}")
            if selected is not None and not selected(row):
                continue
            for column in self.literals:
                row[column] = literal(row[column], f"{path}:{line}") if row[column] else None
            yield line, row

    def _sheet(self, path: str) -> Sheet:
        commas = self.delimiter is None and extension(path) == ".csv"
        return Sheet(
            columns=self.columns,
            delimiter=self.delimiter or ("comma" if commas else "tab"),
            quoting=self.quoting or ("quotes" if commas else "none"),
            drop=self.drop,
            skip=self.skip,
            limit=self.line_limit,
        )


def _rating(cell: Any, where: str) -> Any:
    """Parse a number, or a list of numbers."""
    if isinstance(cell, str) and cell.startswith("["):
        cell = literal(cell, where)
    if isinstance(cell, list):
        return [number(item, where) for item in cell]
    return number(cell, where)
