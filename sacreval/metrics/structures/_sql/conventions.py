"""Conventions of Spider, Unitxt and BIRD: rewritten queries, and equal results."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from sacreval.metrics.structures._sql.question import Compare, QueryError

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


MOST_CELLS = 20_000_000  # compared while columns are matched; more counts as out of time


class ResultConvention(NamedTuple):
    """How two results compare; the last two are those of Unitxt."""

    equal: bool
    non_empty: bool = False
    subset: bool = False


def compared(
    gold: Sequence[Row], predicted: Sequence[Row], compare: Compare, *, ordered: bool
) -> ResultConvention:
    """Compare two results."""
    if compare == "bird":
        return ResultConvention(set(gold) == set(predicted))
    if compare == "spider":
        return ResultConvention(same_up_to_columns(gold, predicted, ordered=ordered))
    a, b = Frame.of(gold), Frame.of(predicted)
    equal = a.same_cells(b, ordered=ordered)
    rows = bool(gold) and bool(predicted)
    return ResultConvention(equal, equal and rows, rows and a.contains_or_is_in(b, ordered=ordered))


def same_up_to_columns(gold: Sequence[Row], predicted: Sequence[Row], *, ordered: bool) -> bool:
    """Return whether some order of columns makes two results equal, as lists or as bags of rows.

    Source: result_eq of test-suite-sql-eval, with a search over columns instead of all orders.
    """
    if len(gold) != len(predicted) or not gold:
        return not gold and not predicted
    if len(gold[0]) != len(predicted[0]) or not _rows_alike(gold, predicted, ordered=ordered):
        return False
    mine, other = list(zip(*gold, strict=True)), list(zip(*predicted, strict=True))
    if ordered:
        return Counter(mine) == Counter(other)
    return _match(mine, other)


def _rows_alike(gold: Sequence[Row], predicted: Sequence[Row], *, ordered: bool) -> bool:
    """Return whether rows are equal with the cells of each in the order of their texts."""
    a, b = ([tuple(sorted(row, key=_spelt)) for row in rows] for rows in (gold, predicted))
    return a == b if ordered else set(a) == set(b)


def _spelt(cell: Any) -> str:
    return f"{cell}{type(cell)}"


def _match(mine: Sequence[Row], other: Sequence[Row]) -> bool:
    """Return whether columns can be paired so that the bags of rows are equal.

    Equal columns are one column with a count. Columns are paired one after the other; a pair stays
    only if the rows of all pairs so far are equal as bags.
    """
    wanted, offered = Counter(mine), Counter(other)
    alike: dict[Any, list[Row]] = {}
    for column, count in offered.items():
        alike.setdefault(_bag(column, count), []).append(column)
    choices = {column: alike.get(_bag(column, n), []) for column, n in wanted.items()}
    order = sorted(wanted, key=lambda column: len(choices[column]))
    start = [0] * len(mine[0])
    tried = [iter(choices[order[0]])]
    used: dict[Row, None] = {}
    ids = [(start, start)]
    left = MOST_CELLS
    while tried:
        candidate = next((x for x in tried[-1] if x not in used), None)
        if candidate is None:
            tried.pop()
            ids.pop()
            if used:
                used.popitem()
            continue
        left -= len(start)
        if left < 0:
            raise QueryError("timeout", "there are too many orders of columns to compare")
        both = _extended(ids[-1], order[len(used)], candidate)
        if both is None:
            continue
        if len(used) + 1 == len(order):
            return True
        used[candidate] = None
        ids.append(both)
        tried.append(iter(choices[order[len(used)]]))
    return False


def _bag(column: Row, count: int) -> Any:
    """Return what two columns share if they have the same cells in some order, as often."""
    return count, frozenset(Counter(column).items())


def _extended(ids: tuple[list[int], list[int]], mine: Row, other: Row) -> Any:
    """Return a number for each row of both sides with one more column; None if the bags differ."""
    numbers: dict[tuple[int, Any], int] = {}
    a, b = (
        [numbers.setdefault(cell, len(numbers)) for cell in zip(side, column, strict=True)]
        for side, column in zip(ids, (mine, other), strict=True)
    )
    return (a, b) if sorted(a) == sorted(b) else None


_TOKENS = re.compile(
    r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|/\*.*?\*/|\w+|.""", re.DOTALL
)
_THIS_YEAR = re.compile(r"YEAR\s*\(\s*CURDATE\s*\(\s*\)\s*\)\s*", re.IGNORECASE)


def rewritten(query: str, compare: Compare, *, keep_distinct: bool) -> str:
    """Return the query that is run.

    Source: test-suite-sql-eval (Zhong, Yu and Klein 2020), whose parser drops what follows the
    first statement when it removes DISTINCT.
    """
    if compare != "spider":
        return query
    for spaced in ("> =", "< =", "! ="):
        query = query.replace(spaced, spaced.replace(" ", ""))
    query = _THIS_YEAR.sub("2020", query)
    return query if keep_distinct else without_distinct(query)


def without_distinct(query: str) -> str:
    """Return the first statement of a query without the word DISTINCT."""
    kept = []
    for match in _TOKENS.finditer(query):
        if match[0].lower() != "distinct":
            kept.append(match[0])
        if match[0] == ";":
            break
    return "".join(kept)


def is_ordered(gold: str) -> bool:
    """Return whether a right query has ORDER BY, so that the order of rows counts."""
    return "order by" in gold.lower()


def is_empty(query: str) -> bool:
    """Return whether a query has nothing but blanks, comments and semicolons."""
    tokens = (match[0] for match in _TOKENS.finditer(query))
    return all(not t.strip() or t == ";" or t.startswith(("--", "/*")) for t in tokens)
