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
        ordered: Whether the order of rows counts, where the convention knows it.

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


def _match(mine: list[Row], other: list[Row]) -> bool:
    """Return whether columns can be paired so that the bags of rows are equal.

    Columns are paired one after the other; a pair stays only if the rows of all pairs so far are
    equal as bags.
    """
    bags = [Counter(column) for column in other]
    candidates = [[j for j, bag in enumerate(bags) if bag == Counter(column)] for column in mine]
    order = sorted(range(len(mine)), key=lambda i: len(candidates[i]))
    left = MOST_CELLS

    def extend(depth: int, free: frozenset[int], a: list[int], b: list[int]) -> bool:
        nonlocal left
        if depth == len(order):
            return True
        tried: set[Row] = set()
        for j in candidates[order[depth]]:
            if j not in free or other[j] in tried:
                continue
            tried.add(other[j])
            left -= len(a)
            if left < 0:
                raise QueryError("timeout", "too many orders of columns to compare")
            ids: dict[tuple[int, Any], int] = {}
            more_a = [ids.setdefault(x, len(ids)) for x in zip(a, mine[order[depth]], strict=True)]
            more_b = [ids.setdefault(x, len(ids)) for x in zip(b, other[j], strict=True)]
            if sorted(more_a) == sorted(more_b) and extend(depth + 1, free - {j}, more_a, more_b):
                return True
        return False

    start = [0] * len(mine[0])
    return extend(0, frozenset(range(len(other))), start, start)
