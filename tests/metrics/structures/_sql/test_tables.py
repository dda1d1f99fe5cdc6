"""Results of queries, compared by the rules of Spider and BIRD."""

from itertools import permutations

import pytest

from sacreval.metrics.structures._sql import tables
from sacreval.metrics.structures._sql.question import QueryError
from sacreval.metrics.structures._sql.tables import compared, same_up_to_columns

ROWS = [(1, "a", 2.5), (2, "b", None), (2, "b", None)]


def test_columns_come_in_any_order():
    """Every order of columns is the same result, with rows in order or not."""
    for order in permutations(range(3)):
        other = [tuple(row[i] for i in order) for row in ROWS]
        assert same_up_to_columns(ROWS, other, ordered=True)
        assert same_up_to_columns(ROWS, other[::-1], ordered=False)
        assert not same_up_to_columns(ROWS, other[::-1], ordered=True)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ([(2, "b", None), (1, "a", 2.5)], False),  # one of two equal rows
        ([(1, "a", 2.5), (1, "a", 2.5), (2, "b", None)], False),
        ([(1.0, "a", 2.5), (2, "b", None), (2, "b", None)], True),  # numbers by value
        ([(1, "a"), (2, "b"), (2, "b")], False),
        ([("1", "a", 2.5), (2, "b", None), (2, "b", None)], False),
        ([], False),
    ],
)
def test_spider(other, same):
    """Results are bags of rows with values."""
    assert compared(ROWS, other, "spider", ordered=False).equal is same


def test_nothing_equals_nothing():
    """Two results without rows are equal, whatever their columns."""
    assert compared([], [], "spider", ordered=True).equal
    assert not compared([], ROWS, "spider", ordered=True).equal


def test_columns_are_permuted_as_a_whole():
    """Cells of equal rows may not be swapped row by row."""
    assert not same_up_to_columns([(1, 2), (3, 4)], [(2, 1), (3, 4)], ordered=False)
    assert not same_up_to_columns([(1, 2), (2, 1)], [(1, 1), (2, 2)], ordered=False)
    assert same_up_to_columns([(1, 2), (2, 1)], [(2, 1), (1, 2)], ordered=True)


def test_bird():
    """BIRD compares sets of rows, with columns in order."""
    assert compared(ROWS, ROWS[:2][::-1], "bird", ordered=True).equal
    assert not compared(ROWS, [row[::-1] for row in ROWS], "bird", ordered=False).equal


def test_many_equal_columns_are_matched_at_once():
    """A result with two thousand columns needs no search where they are equal or all differ."""
    rows = [(1,) * 2000, (2,) * 2000]
    assert same_up_to_columns(rows, rows[::-1], ordered=False)
    rows = [tuple(range(2000)), tuple(range(1, 2001))]
    assert same_up_to_columns(rows, [row[::-1] for row in rows][::-1], ordered=False)


def test_the_search_for_columns_ends(monkeypatch):
    """Columns with equal values in other rows may have many orders; their search has a limit."""
    rows = [tuple((i * k) % 7 for k in range(1, 7)) for i in range(7)]
    other = [tuple((i * i * k) % 7 for k in range(1, 7)) for i in range(7)]
    assert not same_up_to_columns(rows, other, ordered=False)
    monkeypatch.setattr(tables, "MOST_CELLS", 10)
    with pytest.raises(QueryError, match="too many orders"):
        same_up_to_columns(rows, [row[::-1] for row in rows], ordered=False)
