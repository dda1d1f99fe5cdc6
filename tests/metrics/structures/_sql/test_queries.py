"""Queries as Spider's evaluation rewrites them."""

import pytest

from sacreval.metrics.structures._sql import queries


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
def test_spider(query, run):
    """DISTINCT goes, blanks in operators go, the year is 2020, and what follows is dropped."""
    assert queries.rewritten(query, "spider", keep_distinct=False) == (run or query)


def test_what_stays():
    """DISTINCT stays if asked for, and other conventions change nothing."""
    query = "SELECT DISTINCT a > = 1; SELECT 2"
    assert queries.rewritten(query, "spider", keep_distinct=True) == query.replace("> =", ">=")
    assert queries.rewritten(query, "unitxt", keep_distinct=False) == query
    assert queries.rewritten(query, "bird", keep_distinct=False) == query


def test_order():
    """A query orders its rows if it has ORDER BY, in whatever case."""
    assert queries.is_ordered("select a from t Order By a")
    assert not queries.is_ordered("select orders from t group by a")


@pytest.mark.parametrize("query", ["", " ;\n", "-- SELECT 1", "/* SELECT 1 */;"])
def test_no_query(query):
    """Blanks, comments and semicolons are no query."""
    assert queries.is_empty(query)
    assert not queries.is_empty(query + "\nSELECT 1")
