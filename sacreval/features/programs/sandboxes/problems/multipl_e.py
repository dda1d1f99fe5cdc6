"""MultiPL-E (Cassano et al. 2023), where the language is Python: a script that tests itself."""

from __future__ import annotations

from sacreval.errors import InputError, shortened
from sacreval.features.programs.sandboxes.problems._base import Problem, ProblemLayout, Row, text_in
from sacreval.features.programs.sandboxes.programs import CodeTests

SECONDS = 15.0  # MultiPL-E's own limit
PYTHON = ("py", "python", "python3", "humaneval-py")


def problem(row: Row, where: str) -> Problem:
    """Make a problem of a row."""
    language = text_in(row, "language", where)
    if language.lower() not in PYTHON:
        raise InputError(
            f"{where}: a problem in the language '{shortened(language)}'; run-tests runs Python "
            "alone, so read verdicts of MultiPL-E's own containers with --reader code-samples"
        )
    return Problem(
        name=text_in(row, "name", where),
        prompt=text_in(row, "prompt", where),
        after=f"\n{text_in(row, 'tests', where)}\n",
        tests=CodeTests(script=True),
        seconds=SECONDS,
    )


LAYOUT = ProblemLayout(
    name="MultiPL-E", marks=frozenset({"name", "language", "prompt", "tests"}), problem=problem
)
