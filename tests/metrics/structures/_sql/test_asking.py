"""The process in which queries run: its answers, what it may do, and its end."""

import gc
import signal
import subprocess
from threading import Thread

import msgspec
import pytest

from sacreval.metrics.structures._sql import asking
from sacreval.metrics.structures._sql.asking import COMMAND, ask
from sacreval.metrics.structures._sql.question import Answer, Limits, Question
from support import missing
from support.sql_databases import SHOP, create

FOREVER = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) "
# One instruction of SQLite that takes minutes, in which it looks at no limit.
SLOW = "SELECT instr(printf('%.*c', 8000000, 'a'), printf('%.*c', 4000000, 'a') || 'b')"


@pytest.fixture
def shop(tmp_path):
    return str(create(tmp_path / "shop.sqlite", SHOP))


def question(path, prediction, *golds, compare="spider", seconds=5.0):
    limits = Limits(seconds=seconds, steps=10**7, rows=1000, bytes=2**24)
    golds = golds or ("SELECT id, name FROM item",)
    paths = (path,) if isinstance(path, str) else path
    return Question(paths, "sqlite", golds, prediction, compare, False, limits)


@pytest.mark.parametrize(
    ("prediction", "verdict"),
    [
        ("SELECT name, id FROM item", "equal"),
        ("SELECT id, name FROM item ORDER BY id DESC", "equal"),
        ("SELECT DISTINCT id, name FROM item", "equal"),
        ("SELECT name FROM item", "different"),
        ("SELEC", "error"),
        ("", "error"),
        (FOREVER + "SELECT count(*) FROM r", "timeout"),
        (FOREVER + "SELECT n FROM r", "too_large"),
    ],
)
def test_verdicts(shop, prediction, verdict):
    """Each kind of query has its verdict."""
    assert ask(question(shop, prediction)).verdict == verdict


def test_one_of_several_golds(shop):
    """One right query must have the same result."""
    golds = ("SELECT 1", "SELECT name FROM item")
    assert ask(question(shop, "SELECT name FROM item", *golds)).verdict == "equal"
    assert ask(question(shop, "SELECT 2", *golds)).verdict == "different"


def test_all_databases(shop, tmp_path):
    """The results must be equal on each database, by the same right query."""
    other = str(create(tmp_path / "other.sqlite", "CREATE TABLE item(id, name, price)"))
    wrong = question((other, shop), "SELECT id, price FROM item")
    assert ask(wrong).verdict == "different"
    assert ask(question(other, "SELECT id, price FROM item")).verdict == "equal"
    golds = ("SELECT 1 FROM item", "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM item)")
    either = question((other, shop), "SELECT 1 FROM item LIMIT 4", *golds)
    assert ask(either).verdict == "equal"


def test_a_right_query_that_fails(shop):
    """A right query without a result is reported as such."""
    answer = ask(question(shop, "SELECT 1", "SELECT 1", "SELEC 2"))
    assert (answer.gold_failed, answer.verdict) == (1, "error")
    answer = ask(question(shop, "SELECT 1", FOREVER + "SELECT count(*) FROM r"))
    assert (answer.gold_failed, answer.verdict) == (0, "timeout")


def test_unitxt_does_not_run_equal_texts(shop):
    """Under unitxt a prediction that is a right query but for case is right."""
    gold = "SELECT name FROM item WHERE name = 'tea'"
    answer = ask(question(shop, gold.upper(), gold, compare="unitxt"))
    assert (answer.verdict, answer.non_empty, answer.subset) == ("equal", True, True)
    assert ask(question(shop, gold.upper(), gold, compare="bird")).verdict == "different"


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarms on this system")
@pytest.mark.long
def test_a_slow_instruction_is_killed(shop):
    """A query that never looks at its limits ends with its process, and the next one runs."""
    assert ask(question(shop, SLOW, seconds=0.2)).verdict == "timeout"
    assert ask(question(shop, "SELECT id, name FROM item", seconds=0.2)).verdict == "equal"


@pytest.mark.parametrize(("number", "verdict"), [(9, "too_large"), (11, "error")])
def test_a_process_that_dies(shop, monkeypatch, number, verdict):
    """A process that a signal ends gives the verdict of that signal."""
    command = ("sh", "-c", f"read line; echo query; echo golds; kill -{number} $$")
    monkeypatch.setattr(asking, "COMMAND", command)
    answer = asking.Process(()).ask(question(shop, "SELECT 1"))
    assert (answer.verdict, answer.gold_failed) == (verdict, None)


def test_a_process_that_says_nothing(shop, monkeypatch):
    """A process that does not answer in time is killed."""
    monkeypatch.setattr(asking, "COMMAND", ("sleep", "100"))
    monkeypatch.setattr(asking, "_START", -2.0)
    held = asking.Process(())
    assert held.ask(question(shop, "SELECT 1", seconds=0.1)).verdict == "timeout"
    assert not held.alive


def test_a_process_ends_with_its_thread(shop):
    """The process of a thread that has ended is killed; that of this thread goes on."""
    codes = []

    def work():
        assert ask(question(shop, "SELECT id, name FROM item")).verdict == "equal"
        codes.append(asking._HELD.process._program._process)

    thread = Thread(target=work)
    thread.start()
    thread.join()
    gc.collect()
    assert codes[0].wait(60) is not None
    assert ask(question(shop, "SELECT id, name FROM item")).verdict == "equal"


@pytest.mark.long
def test_texts_of_duckdb_count_as_memory(tmp_path):
    """A text that DuckDB's own limit does not count is too large for the process."""
    duckdb = missing.module("duckdb", "queries on DuckDB files")
    path = str(tmp_path / "shop.duckdb")
    duckdb.connect(path).close()
    long = "SELECT length(repeat('x', 4000000000))"
    asked = msgspec.structs.replace(question(path, long, "SELECT 1"), dialect="duckdb")
    assert ask(asked).verdict == "too_large"


def test_lines(tmp_path):
    """It writes a line for each query, one when the right ones are done, and an answer."""
    path = str(create(tmp_path / "shop.sqlite", SHOP))
    limits = Limits(seconds=5.0, steps=10**6, rows=10, bytes=2**24)
    asked = Question((path,), "sqlite", ("SELECT 1",), "SELECT 1", "bird", False, limits)
    line = msgspec.json.encode(asked) + b"\n"
    done = subprocess.run(COMMAND, input=line * 2, capture_output=True, check=True, timeout=60)
    lines = done.stdout.splitlines()
    assert lines[:4] == [b"query", b"golds", b"query", b"compared"]
    assert msgspec.json.decode(lines[4], type=Answer) == Answer("equal")
    assert lines[5:] == lines[:5]
    assert done.stderr == b""


def test_it_gives_up_rights(tmp_path):
    """After the first question it can write no file, and has no environment."""
    resource = pytest.importorskip("resource")
    code = (
        "import os, resource\n"
        "from sacreval.metrics.structures._sql import process\n"
        "from sacreval.metrics.structures._sql.question import Limits, Question\n"
        "limits = Limits(1.0, 1, 1, 2**20)\n"
        "process._restrict(Question((), 'sqlite', (), '', 'bird', False, limits))\n"
        "assert not os.environ\n"
        "assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == 0\n"
        "assert resource.getrlimit(resource.RLIMIT_AS)[0] < 2**30\n"
        "try:\n"
        "    with open('x', 'w') as file: file.write('x')\n"
        "except OSError: print('refused')\n"
    )
    del resource
    command = (COMMAND[0], "-P", "-c", code)
    done = subprocess.run(
        command, capture_output=True, check=True, timeout=60, cwd=tmp_path, text=True
    )
    assert done.stdout == "refused\n"
