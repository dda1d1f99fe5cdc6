"""MBPP, whole and sanitised."""

from sacreval.features.programs.sandboxes.pool import Worker
from sacreval.features.programs.sandboxes.problems.mbpp import problem
from support.sandboxes import bwrap

WHOLE = {"task_id": 7, "text": "Sum of a tree.", "code": "class Node:\n    value = 3\n",
         "test_setup_code": "root = Node()", "test_list": ["assert root.value == 3"],
         "challenge_test_list": []}  # fmt: skip
SANITISED = {"task_id": 8, "prompt": "Square.", "code": "def square(x): return x * x",
             "test_imports": ["import math"],
             "test_list": ["assert square(2) == 4", "assert square(math.pi) > 9"]}  # fmt: skip


def test_whole():
    """The set-up may use what the program defines."""
    task = problem(WHOLE, "f:1")
    assert (task.name, task.tests.parts) == ("7", ("assert root.value == 3",))
    assert Worker(bwrap(), spares=0).judge(task.program(task.solution)).verdict == "passed"


def test_sanitised():
    """Imports of the tests are there, and each assertion is a test."""
    task = problem(SANITISED, "f:1")
    worker = Worker(bwrap(), spares=0)
    assert worker.judge(task.program(task.solution)).tests == (True, True)
    assert worker.judge(task.program("def square(x): return 4")).tests == (True, False)
