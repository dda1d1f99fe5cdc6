"""Files of problems, whose layout is known by what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sacreval.errors import InputError
from sacreval.features.programs.sandboxes.problems import (
    evalplus,
    human_eval,
    livecodebench,
    mbpp,
    multipl_e,
)
from sacreval.features.programs.sandboxes.problems._base import Problem, ProblemLayout
from sacreval.features.programs.sandboxes.programs import CodeTests
from sacreval.io.files import extension
from sacreval.io.formats.json_documents import documents
from sacreval.io.lines import LineLimit

# EvalPlus comes before HumanEval: its rows may have `test`, too.
LAYOUTS = (evalplus.LAYOUT, human_eval.LAYOUT, mbpp.LAYOUT, livecodebench.LAYOUT, multipl_e.LAYOUT)
_LINE = LineLimit(1024.0, reader="")  # MiB; tests of LiveCodeBench have hundreds


def read_problems(path: str) -> dict[str, Problem]:
    """Read a file of problems, in the layout of its first row."""
    problems: dict[str, Problem] = {}
    for problem in _problems(path):
        if problem.name in problems:
            raise InputError(f"{path}: the problem '{problem.name}' is repeated; remove one")
        if not problem.tests.count:
            raise InputError(f"{path}: the problem '{problem.name}' has no tests; remove it")
        problems[problem.name] = problem
    if not problems:
        raise InputError(f"{path}: there are no problems; name a file of problems")
    return problems


def _problems(path: str) -> Iterator[Problem]:
    layout = None
    for number, row in enumerate(_rows(path), start=1):
        where = f"{path}:{number}"
        if isinstance(row, str):
            tests = CodeTests(parts=(row,))
            yield Problem(name=str(number - 1), tests=tests, seconds=human_eval.SECONDS)
            continue
        layout = layout or _layout(row, where)
        if not isinstance(row, dict) or not layout.marks <= row.keys():
            missing = ", ".join(sorted(layout.marks - set(row if isinstance(row, dict) else ())))
            raise InputError(
                f"{where}: this problem of {layout.name} has no {missing}; get the file again"
            )
        yield layout.problem(row, where)


def _rows(path: str) -> Iterator[Any]:
    lines = extension(path) != ".json"
    for document in documents(path, lines=lines, line_limit=_LINE):
        if isinstance(document, list):
            yield from document
        else:
            yield document


def _layout(row: Any, where: str) -> ProblemLayout:
    keys = set(row) if isinstance(row, dict) else set()
    for layout in LAYOUTS:
        if layout.marks <= keys:
            return layout
    names = ", ".join(layout.name for layout in LAYOUTS)
    raise InputError(
        f"{where}: this is no problem of {names}; give the file of problems with their tests"
    )
