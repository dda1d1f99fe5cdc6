"""Whether two results of queries are equal, by the conventions of Spider, Unitxt and BIRD."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from sacreval.metrics.structures._sql.frames import Frame
from sacreval.metrics.structures._sql.question import Compare, QueryError

Row = tuple[Any, ...]
MOST_CELLS = 20_000_000  # compared while columns are matched; more counts as out of time


class Comparison(NamedTuple):
    """How two results compare; the last two are those of Unitxt."""

    equal: bool
    non_empty: bool = False
    subset: bool = False


def compared(
    gold: Sequence[Row], found: Sequence[Row], compare: Compare, *, ordered: bool
) -> Comparison:
    """Compare two results.

    Args:
        gold: Rows of the right query.
        found: Rows of the predicted query.
        compare: The convention.
        ordered: Whether the order of rows counts, where the convention has one.

    Raises:
        QueryError: If matching columns takes too long.
    """
    if compare == "bird":
        return Comparison(set(gold) == set(found))
    if compare == "spider":
        return Comparison(same_up_to_columns(gold, found, ordered=ordered))
    a, b = Frame.of(gold), Frame.of(found)
    equal = a.same_cells(b, ordered=ordered)
    rows = bool(gold) and bool(found)
    return Comparison(equal, equal and rows, rows and a.contains_or_is_in(b, ordered=ordered))


def same_up_to_columns(gold: Sequence[Row], found: Sequence[Row], *, ordered: bool) -> bool:
    """Return whether some order of columns makes two results equal, as lists or as bags of rows.

    Args:
        gold: Rows of one result.
        found: Rows of the other.
        ordered: Whether the order of rows counts.

    Source: result_eq of test-suite-sql-eval, with a search over columns instead of all orders.
    """
    if len(gold) != len(found) or not gold:
        return not gold and not found
    if len(gold[0]) != len(found[0]) or not _rows_alike(gold, found, ordered=ordered):
        return False
    mine, other = list(zip(*gold, strict=True)), list(zip(*found, strict=True))
    if ordered:
        return Counter(mine) == Counter(other)
    return _match(mine, other)


def _rows_alike(gold: Sequence[Row], found: Sequence[Row], *, ordered: bool) -> bool:
    """Return whether rows are equal with the cells of each in the order of their texts."""
    a, b = ([tuple(sorted(row, key=_spelt)) for row in rows] for rows in (gold, found))
    return a == b if ordered else set(a) == set(b)


def _spelt(cell: Any) -> str:
    return f"{cell}{type(cell)}"


def _match(mine: Sequence[Row], other: Sequence[Row]) -> bool:
    """Return whether columns can be paired so that the bags of rows are equal.

    Equal columns are one column with a count. Columns are paired one after the other; a pair stays
    only if the rows of all pairs so far are equal as bags.

    Raises:
        QueryError: If this takes too long.
    """
    wanted, given = Counter(mine), Counter(other)
    alike: dict[Any, list[Row]] = {}
    for column, count in given.items():
        alike.setdefault(_bag(column, count), []).append(column)
    choices = {column: alike.get(_bag(column, n), []) for column, n in wanted.items()}
    order = sorted(wanted, key=lambda column: len(choices[column]))
    start = [0] * len(mine[0])
    tried = [iter(choices[order[0]])]
    used: dict[Row, None] = {}
    ids = [(start, start)]
    left = MOST_CELLS
    while tried:
        one = next((x for x in tried[-1] if x not in used), None)
        if one is None:
            tried.pop()
            ids.pop()
            if used:
                used.popitem()
            continue
        left -= len(start)
        if left < 0:
            raise QueryError("timeout", "there are too many orders of columns to compare")
        both = _extended(ids[-1], order[len(used)], one)
        if both is None:
            continue
        if len(used) + 1 == len(order):
            return True
        used[one] = None
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
