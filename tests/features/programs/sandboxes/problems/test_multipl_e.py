"""MultiPL-E: Python alone."""

import pytest

from sacreval.errors import InputError
from sacreval.features.programs.sandboxes.pool import Worker
from sacreval.features.programs.sandboxes.problems.multipl_e import problem
from support.sandboxes import bwrap

ROW = {"name": "Toy_0_add", "language": "py", "prompt": "def add(a, b):\n",
       "tests": "def check(f):\n    assert f(1, 2) == 3\ncheck(add)\n"}  # fmt: skip


def test_scripts():
    """A script that ends without an exception passes."""
    task, worker = problem(ROW, "f:1"), Worker(bwrap(), spares=0)
    assert worker.judge(task.program(f"{task.prompt}    return a + b")).verdict == "passed"
    assert worker.judge(task.program(f"{task.prompt}    return a - b")).verdict == "wrong"


def test_other_languages():
    """Another language is refused, with the reader of its own results."""
    with pytest.raises(InputError, match=r"the language 'lua'; run-tests runs Python alone"):
        problem(ROW | {"language": "lua"}, "f:1")
