"""Queries on SQLite and DuckDB files: what they may read, and where they end."""

import sqlite3

import pytest

from sacreval.metrics.structures._sql import sqlite
from sacreval.metrics.structures._sql.question import Limits, QueryError
from support import missing
from support.sizes import few, long
from support.sql_databases import SHOP, create

LIMITS = Limits(seconds=5.0, steps=2_000_000, rows=1000, bytes=2**22)
FOREVER = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) "
DUCKDB_LIMITS = Limits(seconds=60.0, steps=1, rows=1000, bytes=2**25)


@pytest.fixture
def shop(tmp_path):
    return str(create(tmp_path / "a b#?.sqlite", SHOP))


def refused(path, query, limits=LIMITS):
    with pytest.raises(QueryError) as caught:
        sqlite.run(path, query, limits)
    return caught.value.verdict


def test_sqlite_rows(shop):
    """Rows have the values of their cells, and texts that are not UTF-8 lose what is not."""
    rows = sqlite.run(shop, "SELECT id, name, price FROM item WHERE id <> 2", LIMITS)
    assert rows == [(1, "tea", 1.5), (3, None, None)]
    assert sqlite.run(shop, "SELECT CAST(x'61ff62' AS TEXT), x'ff'", LIMITS) == [("ab", b"\xff")]


@pytest.mark.parametrize(
    "query",
    [
        "INSERT INTO item VALUES (4, 'x', 1)",
        "DELETE FROM item",
        "DROP TABLE item",
        "CREATE TEMP TABLE x(a)",
        "ATTACH 'other.sqlite' AS other",
        "VACUUM INTO 'other.sqlite'",
        "PRAGMA query_only = 0",
        "PRAGMA table_info(item)",
        "SELECT * FROM pragma_database_list",
        "BEGIN",
        "SELECT load_extension('other')",
        "SELECT writefile('other.sqlite', 'x')",
        "SELECT readfile('other.sqlite')",
        "SELECT 1; SELECT 2",
        "SELEC 1",
        "SELECT nothing FROM item",
        "SELECT '\ud800'",
        "SELECT 1 \0",
    ],
)
def test_only_one_reading_statement(shop, query, tmp_path, monkeypatch):
    """What writes, attaches, loads, sets or is no single query fails, and no file is made."""
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert refused(shop, query) == "error"
    assert sorted(tmp_path.iterdir()) == before
    assert len(sqlite.run(shop, "SELECT * FROM item", LIMITS)) == 4


@pytest.mark.parametrize(
    ("query", "verdict"),
    [
        (FOREVER + "SELECT count(*) FROM r", "timeout"),
        (FOREVER + "SELECT n FROM r", "too_large"),
        ("SELECT zeroblob(1000000000)", "too_large"),
        ("SELECT hex(randomblob(1000000000))", "too_large"),
        ("SELECT zeroblob(3000000) UNION ALL SELECT zeroblob(3000001)", "too_large"),
        long(FOREVER + "SELECT group_concat(hex(zeroblob(100000))) FROM r LIMIT 100", "timeout"),
        (
            FOREVER + "SELECT group_concat(x) FROM (SELECT hex(zeroblob(99999)) x FROM r LIMIT 99)",
            "too_large",
        ),
    ],
)
def test_limits(shop, query, verdict):
    """What never ends, or has too large a result, ends with the reason."""
    assert refused(shop, query) == verdict


def test_work_is_counted_not_timed(shop):
    """The limit of instructions alone ends a query, however long it may take."""
    limits = Limits(seconds=1e9, steps=100_000, rows=10, bytes=2**22)
    query = FOREVER + "SELECT max(n) FROM (SELECT n FROM r LIMIT {})"
    assert sqlite.run(shop, query.format(1000), limits) == [(1000,)]
    assert refused(shop, query.format(1_000_000), limits) == "timeout"


def test_sqlite_time_is_a_limit(shop):
    """The limit of time alone ends a query, too."""
    limits = Limits(seconds=0.01, steps=10**15, rows=10, bytes=2**22)
    assert refused(shop, FOREVER + "SELECT count(*) FROM r", limits) == "timeout"


def test_what_is_not_yet_in_the_file(tmp_path):
    """Rows that another program has written to the log beside the file are read."""
    path = tmp_path / "x.sqlite"
    writer = sqlite3.connect(path)
    writer.executescript("PRAGMA journal_mode = wal; CREATE TABLE t(a); INSERT INTO t VALUES (1)")
    try:
        assert sqlite.run(str(path), "SELECT a FROM t", LIMITS) == [(1,)]
    finally:
        writer.close()


def test_no_database(tmp_path):
    """A file that is no database, or that is not there, is an error of the query."""
    path = tmp_path / "x.sqlite"
    assert refused(str(path), "SELECT 1") == "error"
    assert not path.exists()
    path.write_text("no database, but a text that is long enough to be read as a header " * 20)
    assert refused(str(path), "SELECT * FROM sqlite_master") == "error"


def test_full_text_tables(tmp_path):
    """Tables for searches in texts can be read."""
    script = "CREATE VIRTUAL TABLE t USING fts5(body); INSERT INTO t VALUES ('tea and milk')"
    path = create(tmp_path / "x.sqlite", script)
    assert sqlite.run(str(path), "SELECT body FROM t WHERE t MATCH 'tea'", LIMITS) != []


@pytest.fixture
def duckdb_shop(tmp_path):
    duckdb = missing.module("duckdb", "queries on DuckDB files")
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE item AS SELECT 1 AS id, 'tea' AS name, [1, 2] AS sizes")
    return str(path)


def run(path, query, limits=DUCKDB_LIMITS):
    from sacreval.metrics.structures._sql import duckdb

    return duckdb.run(path, query, limits)


def test_duckdb_rows(duckdb_shop):
    """Rows have the values of their cells; lists are texts."""
    assert run(duckdb_shop, "SELECT * FROM item") == [(1, "tea", "[1, 2]")]


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
def test_hostile(duckdb_shop, query, verdict, tmp_path, monkeypatch):
    """What writes, reads other files, changes settings or is too large ends with the reason."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(QueryError) as caught:
        run(duckdb_shop, query)
    assert caught.value.verdict == verdict
    assert [path.name for path in tmp_path.iterdir()] == ["shop.duckdb"]


def test_duckdb_time_is_a_limit(duckdb_shop):
    """A query that takes too long is interrupted."""
    query = "SELECT count(*) FROM range(10000000000) a, range(1000) b WHERE a.range % 7 = b.range"
    with pytest.raises(QueryError) as caught:
        run(duckdb_shop, query, Limits(seconds=0.2, steps=1, rows=10, bytes=2**25))
    assert caught.value.verdict == "timeout"
