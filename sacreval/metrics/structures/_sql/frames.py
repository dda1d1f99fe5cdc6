"""Results of queries as Unitxt compares them: as texts of a table's cells, as pandas types them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

Row = tuple[Any, ...]


class Frame(NamedTuple):
    """A table of texts.

    Args:
        rows: The cells of each row, as texts: whole numbers as decimals where another column of
            numbers has decimals or NULL.
        columns: The cells of each column, as texts by the type of the column alone.
    """

    rows: list[list[str]]
    columns: list[list[str]]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Self:
        """Type the columns of a result as pandas 2 does, and write their cells."""
        columns = [_typed(column) for column in zip(*rows, strict=True)]
        texts = [[str(cell) for cell in column] for column in columns]
        if all(_numeric(column) for column in columns) and any(
            isinstance(cell, float) for column in columns for cell in column
        ):
            columns = [[float(cell) for cell in column] for column in columns]
        return cls([[str(cell) for cell in row] for row in zip(*columns, strict=True)], texts)

    def same_cells(self, other: Self, *, ordered: bool) -> bool:
        """Return whether the sorted cells of the rows are equal.

        Without an order of rows each column of sorted cells is sorted on its own, which takes some
        different results for equal.
        """
        a, b = ([sorted(row) for row in frame.rows] for frame in (self, other))
        if (len(a), len(self.columns)) != (len(b), len(other.columns)):
            return False
        if ordered:
            return a == b
        return [sorted(column) for column in zip(*a, strict=True)] == [
            sorted(column) for column in zip(*b, strict=True)
        ]

    def contains_or_is_in(self, other: Self, *, ordered: bool) -> bool:
        """Return whether each row of the narrower table is in the row of the wider one."""
        if len(self.rows) != len(other.rows):
            return False
        small, large = sorted((self, other), key=lambda frame: len(frame.columns))
        pairs = zip(small.lines(ordered=ordered), large.lines(ordered=ordered), strict=True)
        return all(Counter(a) <= Counter(b) for a, b in pairs)

    def lines(self, *, ordered: bool) -> list[Sequence[str]]:
        """Return the rows; without an order, of columns that are sorted each on its own."""
        if ordered:
            return list(self.rows)
        return list(zip(*map(sorted, self.columns), strict=True))


def _typed(column: Row) -> list[Any]:
    """Return the cells of a column as pandas types them: NULL makes whole numbers decimals."""
    there = [cell for cell in column if cell is not None]
    if not there or not _numeric(there):
        return list(column)
    if len(there) == len(column) and all(isinstance(cell, int) for cell in there):
        return list(column)
    return [float("nan") if cell is None else float(cell) for cell in column]


def _numeric(column: Sequence[Any]) -> bool:
    return all(type(cell) in {int, float} for cell in column)
