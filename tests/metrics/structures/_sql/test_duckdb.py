"""Queries on DuckDB files: what they may read, and where they end."""

import pytest

from sacreval.metrics.structures._sql.question import Limits, QueryError
from support import missing
from support.sizes import few

LIMITS = Limits(seconds=60.0, steps=1, rows=1000, bytes=2**25)


@pytest.fixture
def shop(tmp_path):
    duckdb = missing.module("duckdb", "queries on DuckDB files")
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE item AS SELECT 1 AS id, 'tea' AS name, [1, 2] AS sizes")
    return str(path)


def run(path, query, limits=LIMITS):
    from sacreval.metrics.structures._sql import duckdb

    return duckdb.run(path, query, limits)


def test_rows(shop):
    """Rows have the values of their cells; lists are texts."""
    assert run(shop, "SELECT * FROM item") == [(1, "tea", "[1, 2]")]


@few(
    6,
    ("query", "verdict"),
    [
        ("INSERT INTO item VALUES (2, 'x', [])", "error"),
        ("ATTACH 'other.duckdb'", "error"),
        ("COPY item TO 'other.csv'", "error"),
        ("SELECT * FROM read_csv('/etc/passwd')", "error"),
        ("SELECT * FROM '/etc/passwd'", "error"),
        ("SELECT * FROM read_text('/etc/passwd')", "error"),
        ("SELECT * FROM glob('/*')", "error"),
        ("SET enable_external_access = true", "error"),
        ("SET memory_limit = '100GB'", "error"),
        ("INSTALL httpfs", "error"),
        ("LOAD httpfs", "error"),
        ("SELEC", "error"),
        ("SELECT * FROM range(100000000)", "too_large"),
        ("SELECT repeat('x', 34000000)", "too_large"),
    ],
)
def test_hostile(shop, query, verdict, tmp_path, monkeypatch):
    """What writes, reads other files, changes settings or is too large ends with the reason."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(QueryError) as caught:
        run(shop, query)
    assert caught.value.verdict == verdict
    assert [path.name for path in tmp_path.iterdir()] == ["shop.duckdb"]


def test_time_is_a_limit(shop):
    """A query that takes too long is interrupted."""
    query = "SELECT count(*) FROM range(10000000000) a, range(1000) b WHERE a.range % 7 = b.range"
    with pytest.raises(QueryError) as caught:
        run(shop, query, Limits(seconds=0.2, steps=1, rows=10, bytes=2**25))
    assert caught.value.verdict == "timeout"
