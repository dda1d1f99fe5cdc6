"""Databases, queries as Spider rewrites them, results by the rules of Spider, BIRD and Unitxt."""

from itertools import permutations
from typing import get_args

import msgspec
import pytest

from sacreval.errors import NotSetUpError, RecordError, UsageError
from sacreval.metrics.structures._sql import conventions, databases
from sacreval.metrics.structures._sql.conventions import Frame, compared, same_up_to_columns
from sacreval.metrics.structures._sql.question import (
    REASONS,
    Answer,
    Limits,
    QueryError,
    Question,
    Verdict,
)

ROWS = [(1, "a", 2.5), (2, "b", None), (2, "b", None)]
# Unitxt 1.26.10 with pandas 2.3.3: compare_result_dfs(DataFrame(gold), DataFrame(found), query),
# on 2026-11-23, where `ordered` is whether the query has ORDER BY.
CASES = [
    ([(1, "a"), (2, "b")], [("b", 2), ("a", 1)], False, (1, 1, 1)),
    ([(1, "a"), (2, "b")], [("b", 2), ("a", 1)], True, (0, 0, 0)),
    ([(1, 2), (2, 1)], [(1, 2), (1, 2)], False, (1, 1, 0)),  # rows are sorted, then columns
    ([(1, 2), (3, 4)], [(1,), (3,)], True, (0, 0, 1)),  # a part of the columns
    ([(1,), (None,)], [(1.0,), (None,)], True, (1, 1, 1)),  # NULL makes whole numbers decimals
    ([(1,), (2,)], [(1.0,), (2.0,)], True, (0, 0, 0)),
    ([(1, 2.5)], [(1.0, 2.5)], True, (1, 1, 1)),  # and so does a column of decimals
    ([(1, 2.5, "a")], [(1.0, 2.5, "a")], True, (0, 0, 0)),
    ([("1",)], [(1,)], False, (1, 1, 1)),  # cells are texts
    ([], [], False, (1, 0, 0)),
    ([], [(1,)], False, (0, 0, 0)),
]


def test_layouts(tmp_path):
    """An id is a folder with files, all of which count, or a file; other files do not count."""
    (tmp_path / "shop").mkdir()
    for name in ("shop/b.sqlite", "shop/a.sqlite", "shop/schema.sql", "club.db"):
        (tmp_path / name).touch()
    paths = databases.of_id(str(tmp_path), "shop", "sqlite")
    assert paths == (str(tmp_path / "shop/a.sqlite"), str(tmp_path / "shop/b.sqlite"))
    assert databases.of_id(str(tmp_path), "club", "sqlite") == (str(tmp_path / "club.db"),)


@pytest.mark.parametrize("name", ["", ".", "..", "../shop", "/etc", "shop\0", "a\\b", "C:x", "bar"])
def test_ids_stay_in_the_folder(tmp_path, name):
    """An id that is not there, or a path, is refused."""
    inside = tmp_path / "databases"
    inside.mkdir()
    for place in (tmp_path, inside):
        (place / "shop.sqlite").touch()
    with pytest.raises(RecordError, match="there is no database"):
        databases.of_id(str(inside), name, "sqlite")


def test_one_place():
    """A file or a folder is needed, and only one."""
    with pytest.raises(NotSetUpError, match="--database FILE"):
        databases.check("", "")
    with pytest.raises(UsageError, match="not both"):
        databases.check("a", "b")
    for places in (("nothing", ""), ("", "nothing")):
        with pytest.raises(UsageError, match="there is no such"):
            databases.check(*places)


def test_hash(tmp_path):
    """The hash of databases changes with a content or a name, and with nothing else."""
    (tmp_path / "a.sqlite").write_text("1")
    first = databases.content_hash(str(tmp_path))
    assert databases.content_hash(str(tmp_path)) == first
    (tmp_path / "a.sqlite").rename(tmp_path / "b.sqlite")
    second = databases.content_hash(str(tmp_path))
    (tmp_path / "b.sqlite").write_text("22")
    assert len({first, second, databases.content_hash(str(tmp_path))}) == 3
    assert len(databases.content_hash(str(tmp_path / "b.sqlite"))) == 32


@pytest.mark.parametrize(
    ("query", "run"),
    [
        ("SELECT DISTINCT a FROM t", "SELECT  a FROM t"),
        ("SELECT count(distinct a) FROM t", "SELECT count( a) FROM t"),
        ("SELECT 'distinct', \"distinct\", [distinct], `distinct`", None),
        ("SELECT a -- distinct\nFROM t /* distinct */", None),
        (
            "SELECT a WHERE b > = 1 AND c ! = 2 AND d < = 3",
            "SELECT a WHERE b >= 1 AND c != 2 AND d <= 3",
        ),
        ("SELECT year( CURDATE () ) - 1", "SELECT 2020- 1"),
        ("SELECT ';'; SELECT 2", "SELECT ';';"),
    ],
)
def test_queries_as_spider(query, run):
    """DISTINCT goes, blanks in operators go, the year is 2020, and what follows is dropped."""
    assert conventions.rewritten(query, "spider", keep_distinct=False) == (run or query)


def test_what_stays():
    """DISTINCT stays if asked for, and other conventions change nothing."""
    query = "SELECT DISTINCT a > = 1; SELECT 2"
    assert conventions.rewritten(query, "spider", keep_distinct=True) == query.replace("> =", ">=")
    assert conventions.rewritten(query, "unitxt", keep_distinct=False) == query
    assert conventions.rewritten(query, "bird", keep_distinct=False) == query


def test_order():
    """A query orders its rows if it has ORDER BY, in whatever case."""
    assert conventions.is_ordered("select a from t Order By a")
    assert not conventions.is_ordered("select orders from t group by a")


@pytest.mark.parametrize("query", ["", " ;\n", "-- SELECT 1", "/* SELECT 1 */;"])
def test_no_query(query):
    """Blanks, comments and semicolons are no query."""
    assert conventions.is_empty(query)
    assert not conventions.is_empty(query + "\nSELECT 1")


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
def test_results_as_spider(other, same):
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
    monkeypatch.setattr(conventions, "MOST_CELLS", 10)
    with pytest.raises(QueryError, match="too many orders"):
        same_up_to_columns(rows, [row[::-1] for row in rows], ordered=False)


@pytest.mark.parametrize(("gold", "found", "ordered", "want"), CASES)
def test_as_unitxt(gold, found, ordered, want):
    """Equality, equality with rows, and containment are those of Unitxt."""
    assert tuple(map(int, compared(gold, found, "unitxt", ordered=ordered))) == want


def test_cells():
    """The cells of rows are typed together, those of columns each on its own."""
    frame = Frame.of([(1, 2.5), (2, None)])
    assert frame.rows == [["1.0", "2.5"], ["2.0", "nan"]]
    assert frame.columns == [["1", "2"], ["2.5", "nan"]]
    assert Frame.of([("a", 1, None)]).rows == [["a", "1", "None"]]


def test_messages_survive_json():
    """A question and an answer are the same after their journey, in texts of any kind."""
    limits = Limits(seconds=1.5, steps=10, rows=10, bytes=10)
    asked = Question(("a",), "sqlite", ("b\n", "ü"), "'\\0", "bird", True, limits)
    line = msgspec.json.encode(asked)
    assert b"\n" not in line
    assert msgspec.json.decode(line, type=Question) == asked
    answer = Answer("error", "no such table", gold_failed=1)
    assert msgspec.json.decode(msgspec.json.encode(answer), type=Answer) == answer


def test_reasons():
    """Every verdict but the right one is a reason."""
    assert {"equal", *REASONS} == set(get_args(Verdict))
    with pytest.raises(QueryError, match="no such table"):
        raise QueryError("error", "no such table")
