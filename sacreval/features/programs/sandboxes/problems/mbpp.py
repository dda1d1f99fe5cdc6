"""MBPP (Austin et al. 2021), whole and sanitised: lines of asserts."""

from __future__ import annotations

from sacreval.features.programs.sandboxes.problems._base import (
    Problem,
    ProblemLayout,
    Row,
    text_in,
    texts_in,
)
from sacreval.features.programs.sandboxes.programs import CodeTests

SECONDS = 3.0  # of the scorer `code_eval` that all harnesses use


def problem(row: Row, where: str) -> Problem:
    """Make a problem of a row."""
    # Behind the program, whose classes the set-up may use.
    setup = [*texts_in(row, "test_imports", where), row.get("test_setup_code") or ""]
    return Problem(
        name=str(row.get("task_id")),
        after="".join(f"\n{line}" for line in setup if line),
        tests=CodeTests(parts=tuple(texts_in(row, "test_list", where))),
        seconds=SECONDS,
        solution=text_in(row, "code", where) if "code" in row else "",
    )


LAYOUT = ProblemLayout(name="MBPP", marks=frozenset({"task_id", "test_list"}), problem=problem)
