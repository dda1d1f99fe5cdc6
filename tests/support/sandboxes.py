"""A sandbox for tests: bubblewrap with a Python that it can show, or a line on what cannot run."""

import os
from functools import cache
from pathlib import Path

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import SacrevalError
from sacreval.features.programs.sandboxes._base import Sandbox, sandbox_class
from sacreval.features.programs.sandboxes.interpreter import Interpreter, interpreter
from sacreval.features.programs.sandboxes.pool import Worker
from sacreval.features.programs.sandboxes.problems._base import Problem
from sacreval.features.programs.sandboxes.programs import CodeTests, Program, ProgramLimits
from support import missing

SYSTEM = "/usr/bin/python3"
TOY = (
    {"task_id": "Toy/0", "prompt": "def add(a, b):\n", "entry_point": "add",
     "canonical_solution": "    return a + b\n",
     "test": "def check(f):\n    assert f(1, 2) == 3\n    assert f(-1, 1) == 0\n"},
    {"task_id": "Toy/1", "prompt": "def last(xs):\n", "entry_point": "last",
     "canonical_solution": "    return xs[-1]\n",
     "test": "def check(f):\n    assert f([1, 2]) == 2\n"},
)  # fmt: skip


@cache
def _sandbox(name: str, program: str | None) -> Sandbox | str:
    """Return a sandbox that starts with a Python; else why there is none."""
    try:
        sandbox = sandbox_class(name)(interpreter=interpreter(program, packages=False))
        sandbox.check()
        Worker(sandbox, spares=0).judge(Program(text="", tests=CodeTests(), seconds=1))
    except SacrevalError as error:
        return str(error)
    return sandbox


def why_no_bwrap() -> str:
    """Return why pages cannot run bubblewrap with the system's Python; "" if they can."""
    if not Path(SYSTEM).exists():
        return f"there is no {SYSTEM}"
    sandbox = _sandbox("bwrap", SYSTEM)
    return sandbox if isinstance(sandbox, str) else ""


def bwrap(**limits: int) -> Sandbox:
    """Return bubblewrap, or list what cannot run and skip the test."""
    sandbox = _sandbox("bwrap", None if os.geteuid() or not Path(SYSTEM).exists() else SYSTEM)
    if isinstance(sandbox, str):
        missing.say(f"programs in bubblewrap: {sandbox}")
        pytest.skip(sandbox)
    return type(sandbox)(interpreter=sandbox.interpreter, limits=ProgramLimits(**limits))


def container(name: str) -> Sandbox:
    """Return podman or docker with the image that a variable names, or skip the test."""
    variable = f"SACREVAL_{name.upper()}_IMAGE"
    image, _, python = os.environ.get(variable, "").partition(" ")
    if not image:
        missing.say(f"programs in {name}: {variable} names no image")
        pytest.skip(f"{variable} is not set")
    interpreter = Interpreter(program=python or "python3")
    return sandbox_class(name)(interpreter=interpreter, image=image)  # type: ignore[call-arg]


def options() -> list[str]:
    """Return the options of run-tests for bubblewrap."""
    return ["--sandbox", "bwrap", "--python", bwrap().interpreter.program]


def unsafe() -> Sandbox:
    """Return no sandbox, for programs of these tests, which are harmless."""
    return sandbox_class("none")(interpreter=interpreter(None, packages=False))


def problem(text: str = "assert f(1) == 1", **fields: object) -> Problem:
    """Return a problem whose only test is a text."""
    return Problem(**{"name": "p", "tests": CodeTests(parts=(text,)), "seconds": 2.0, **fields})


def batch(*instances: Instance) -> Batch:
    """Return records as a batch."""
    return Batch(instances, "samples.jsonl")
