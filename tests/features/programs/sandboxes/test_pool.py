"""Workers: all programs are judged once, errors end the run."""

from collections import Counter

import pytest

from sacreval.errors import NotSetUpError
from sacreval.features.programs.sandboxes import pool
from sacreval.features.programs.sandboxes.pool import Worker, judged
from sacreval.features.programs.sandboxes.programs import CodeTests, Program, StdinTests
from support.sandboxes import bwrap


def program(text):
    return Program(text=text, tests=CodeTests(), seconds=60.0)


@pytest.mark.parametrize("workers", [1, 3])
def test_verdicts(workers):
    """Each program has its verdict, whatever the number of workers."""
    tasks = [(i, program(f"assert {i} % 3")) for i in range(12)]
    found = list(judged(tasks, bwrap(), workers))
    assert sorted(key for key, _ in found) == list(range(12))
    assert {key: one.verdict for key, one in found} == {
        i: "passed" if i % 3 else "wrong" for i in range(12)
    }


def test_an_error_ends_the_run(monkeypatch):
    """An error of a worker is raised, and the others end."""

    def fail(*_arguments):
        raise NotSetUpError("no sandbox")

    monkeypatch.setattr(pool.Worker, "judge", fail)
    with pytest.raises(NotSetUpError, match="no sandbox"):
        list(judged([(i, program("")) for i in range(9)], bwrap(), 2))


def test_tasks_are_taken_as_needed():
    """Closing the iterator ends the run, and programs that were not reached are not taken."""
    taken = Counter()

    def tasks():
        for i in range(100):
            taken[i] += 1
            yield i, program("")

    results = judged(tasks(), bwrap(), 2)
    next(results)
    results.close()
    assert len(taken) < 100


def test_the_first_test_that_fails():
    """No further standard input is tried after one whose output is wrong."""
    worker = Worker(bwrap(), spares=0)
    tests = StdinTests(inputs=("1", "2", "3"), expected=("1", "0", "3"))
    found = worker.judge(Program(text="print(input())", tests=tests, seconds=60.0))
    assert (found.verdict, found.tests) == ("wrong", (True, False, None))
    worker.close()
