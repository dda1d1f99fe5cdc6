"""LiveCodeBench: its tests, also those that are packed, and its rules."""

import base64
import json
import pickle
import zlib

import pytest

from sacreval.errors import InputError
from sacreval.features.programs.sandboxes.pool import Worker
from sacreval.features.programs.sandboxes.problems.livecodebench import problem
from support.sandboxes import bwrap

PIPED = [{"input": "1 2\n", "output": "3\n", "testtype": "stdin"}]
CALLED = [{"input": "[1, 2]\n3", "output": "[1, 2, 3]", "testtype": "functional"}]


def packed(value):
    return base64.b64encode(zlib.compress(pickle.dumps(value))).decode()


def row(public, private=None, **fields):
    return {"question_id": "q", "public_test_cases": json.dumps(public), "starter_code": "",
            "private_test_cases": private or "[]", "metadata": "{}", **fields}  # fmt: skip


@pytest.mark.parametrize("private", [json.dumps(PIPED), packed(json.dumps(PIPED)), packed(PIPED)])
def test_packed_tests(private):
    """Further tests are JSON, or a pickle of JSON or of plain data, which is never executed."""
    tests = problem(row(PIPED, private), "f:1").tests
    assert tests.inputs == ("1 2\n", "1 2\n")
    assert tests.expected == ("3\n", "3\n")


class Harm:
    """What pickle would run."""

    def __reduce__(self):
        return print, ("harm",)


@pytest.mark.parametrize(
    ("private", "words"),
    [
        (packed(Harm()), "this pickle would run builtins.print"),
        ("x", "its tests are not packed"),
        (base64.b64encode(b"none").decode(), "its tests are not packed"),
        (base64.b64encode(zlib.compress(b"abc")[:-4]).decode(), "its tests are cut"),
        (packed("["), "a test is not JSON"),
        (json.dumps([{"input": 1}]), "are no tests"),
        (json.dumps(CALLED), "all 'stdin' or all 'functional'"),
    ],
)
def test_other_tests(private, words, capsys):
    """Anything else is an error with its place, and nothing of it runs."""
    with pytest.raises(InputError, match=f"f:1: .*{words}"):
        problem(row(PIPED, private), "f:1")
    assert "harm" not in capsys.readouterr().out


def test_calls():
    """A method is called with a value of each line; a tuple counts as a list."""
    task = problem(row(CALLED, metadata='{"func_name": "put"}', starter_code="class Solution:"),
                  "f:1")  # fmt: skip
    assert (task.tests.entry, task.tests.method) == ("put", True)
    assert task.tests.calls == ([[1, 2], 3],)
    text = "class Solution:\n    def put(self, a: List[int], b): return (*a, b)"
    assert Worker(bwrap(), spares=0).judge(task.program(text)).verdict == "passed"
    with pytest.raises(InputError, match="does not name the function"):
        problem(row(CALLED), "f:1")


def test_standard_input():
    """A program has the imports of LiveCodeBench, and is judged by its output."""
    task = problem(row(PIPED), "f:1")
    worker = Worker(bwrap(), spares=0)
    assert worker.judge(task.program("print(reduce(add, map(int, input().split())))")).verdict == (
        "passed"
    )
    assert worker.judge(task.program("")).verdict == "wrong"
