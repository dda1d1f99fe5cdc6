"""Execution accuracy of records: databases by id, reasons of wrong queries, errors of data."""

import sqlite3
from contextlib import closing

import pytest

from sacreval.core.contract.declarations import data_hashes
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError, UsageError
from support import sql_databases
from support.tasks import scores_of

NAME = "SELECT name FROM item"
WRONG = {
    "SELECT id FROM item": "different",
    "SELECT x FROM item": "error",
    "DELETE FROM item": "error",
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n FROM r) SELECT max(n) FROM r": "timeout",
    "SELECT a.name FROM item a, item b, item c": "too_large",
}


def record(prediction, *references, db_id="shop"):
    return {
        "prediction": prediction,
        "references": list(references or [NAME]),
        "meta": {"db_id": db_id},
    }


def options(**more):
    return {
        "databases": sql_databases.folder(), "max_steps": 1_000_000, "max_rows": 50, **more
    }  # fmt: skip


def test_reasons_add_up():
    """Each record is right, or wrong for one reason; shares are means over records."""
    records = [record(NAME), *map(record, WRONG)]
    scores = scores_of("sql-execution", records, options())
    shares = {"execution_accuracy": 1 / 6, "sql_error": 2 / 6}
    others = dict.fromkeys(("sql_different", "sql_timeout", "sql_too_large"), 1 / 6)
    assert scores == pytest.approx(shares | others)


@pytest.mark.parametrize("query", WRONG)
def test_each_reason(query):
    """A wrong query scores 0 and has its reason."""
    scores = scores_of("sql-execution", [record(query)], options())
    assert [name for name, value in scores.items() if value] == [f"sql_{WRONG[query]}"]


@pytest.mark.parametrize(
    ("compare", "prediction", "right"),
    [
        ("spider", "SELECT price, name FROM item", True),
        ("unitxt", "SELECT price, name FROM item", True),
        ("bird", "SELECT price, name FROM item", False),
        ("spider", "SELECT DISTINCT name, price FROM item", True),
        ("unitxt", "SELECT DISTINCT name, price FROM item", False),
        ("bird", "SELECT DISTINCT name, price FROM item", True),
    ],
)
def test_conventions(compare, prediction, right):
    """The conventions differ in columns and in equal rows."""
    records = [record(prediction, "SELECT name, price FROM item")]
    scores = scores_of("sql-execution", records, options(compare=compare))
    assert scores["execution_accuracy"] == right


def test_distinct_counts_if_kept():
    """With keep_distinct the number of equal rows counts under spider."""
    records = [record("SELECT DISTINCT name FROM item")]
    scores = scores_of("sql-execution", records, options(keep_distinct=True))
    assert scores["execution_accuracy"] == 0.0


def test_outputs_of_unitxt():
    """Empty results are right, but not among those with rows; a part of the columns is a subset."""
    nothing = "SELECT name FROM item WHERE id > 9"
    records = [record(nothing, nothing), record(NAME, "SELECT id, name FROM item ORDER BY id")]
    scores = scores_of("sql-execution", records, options(compare="unitxt"))
    assert scores["execution_accuracy"] == 0.5
    assert scores["non_empty_execution_accuracy"] == 0.0
    assert scores["subset_non_empty_execution_accuracy"] == 0.5


def test_one_file():
    """One file serves all records, which then need no id."""
    file = f"{sql_databases.folder()}/shop/shop.sqlite"
    records = [{"prediction": NAME, "references": [NAME]}]
    assert scores_of("sql-execution", records, {"database": file})["execution_accuracy"] == 1.0


def test_a_reference_that_fails():
    """A right query that fails stops the run with the place of its record."""
    with pytest.raises(InputError, match="records:2: reference 2 fails .error: no such column: x"):
        scores_of("sql-execution", [record(NAME), record(NAME, NAME, "SELECT x")], options())


@pytest.mark.parametrize(
    ("meta", "why"),
    [
        ({}, "no text `db_id` in `meta`"),
        ({"db_id": 3}, "no text `db_id` in `meta`"),
        ({"db_id": "club"}, "there is no database 'club'"),
        ({"db_id": "../1/shop"}, "there is no database"),
    ],
)
def test_databases_that_are_not_there(meta, why):
    """A record without a database is an error before anything runs."""
    with pytest.raises(InputError, match=why):
        scores_of(
            "sql-execution", [{"prediction": "", "references": [""], "meta": meta}], options()
        )


def test_options():
    """Databases are needed, and limits are above 0."""
    cls = metrics.get("sql-execution")
    with pytest.raises(NotSetUpError, match="--databases FOLDER"):
        cls()
    for name in ("timeout", "max_steps", "max_rows", "max_memory"):
        with pytest.raises(UsageError, match=f"{name} is 0"):
            cls(databases=sql_databases.folder(), **{name: 0})


def test_signature_and_data():
    """What is scored against is part of the result: the folder, and a hash of its files."""
    metric = metrics.get("sql-execution")(databases=sql_databases.folder())
    assert set(data_hashes(metric)) == {"sqlite", "database-files"}
    assert not set(data_hashes(metric)) & set(metric.options())
    assert [str(path) for path in metric.rests_on()] == [sql_databases.folder()]
    assert metric.rows(Batch([])).shape == (0, len(metric.outputs) + 1)


def test_relative_paths_and_changed_files(tmp_path, monkeypatch):
    """A database is that of the current folder as it is now, whatever was asked before."""
    batch = Batch([Instance(prediction="SELECT x FROM t", references=["SELECT max(x) FROM t"])])
    for folder, values, right in (("one", (1,), 1.0), ("two", (1, 2), 0.0), ("one", (3, 4), 0.0)):
        (tmp_path / folder).mkdir(exist_ok=True)
        monkeypatch.chdir(tmp_path / folder)
        with closing(sqlite3.connect("data.sqlite")) as connection, connection:
            connection.execute("CREATE TABLE IF NOT EXISTS t (x INTEGER)")
            connection.executemany("INSERT INTO t VALUES (?)", [(value,) for value in values])
        metric = metrics.get("sql-execution")(database="data.sqlite")
        assert metric.rows(batch)[0, 0] == right
