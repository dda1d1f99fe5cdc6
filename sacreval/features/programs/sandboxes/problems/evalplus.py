"""EvalPlus (Liu et al. 2023): HumanEval+ and MBPP+, whose tests are inputs of a function.

What is expected is what the canonical solution returns, which is run in the sandbox, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sacreval.errors import InputError
from sacreval.features.programs.sandboxes.problems._base import Layout, Problem, Row, text_in
from sacreval.features.programs.sandboxes.problems._mbpp_plus import arguments
from sacreval.features.programs.sandboxes.programs import CallTests

SECONDS = 60.0  # EvalPlus' limit for all inputs of a problem
# Rules of problems with more than one right answer, by entry point: EvalPlus 0.3.1.
_SETS = (
    "similar_elements", "find_char_long", "common_in_nested_lists", "extract_singly", "larg_nnum",
    "intersection_array", "find_dissimilar", "Diff",
)  # fmt: skip
_MBPP = {
    **dict.fromkeys(_SETS, "same-set"),
    **dict.fromkeys(("check_str", "text_match_three", "text_starta_endb"), "not-none"),
    "are_equivalent": "any",
    "sum_div": "zero-too",
    "surface_Area": "pyramid",
    "digit_distance_nums": "digit-distance",
}
_HUMAN_EVAL = {"find_zero": "root"}


def problem(row: Row, where: str) -> Problem:
    """Make a problem of a row."""
    name, entry = str(row.get("task_id")), text_in(row, "entry_point", where)
    prompt = text_in(row, "prompt", where)
    mbpp = name.lower().startswith("mbpp")
    base, plus = (_calls(row, key, where, name if mbpp else "") for key in _INPUTS)
    rules = _MBPP if mbpp else _HUMAN_EVAL
    tests = CallTests(
        entry=entry,
        calls=(*base, *plus),
        compare=rules.get(entry, "evalplus"),
        atol=_number(row.get("atol") or 0, where),
        subsets=(("base", len(base)), ("plus", len(plus))),
    )
    solution = f"{prompt}{text_in(row, 'canonical_solution', where)}"
    return Problem(name=name, prompt=prompt, tests=tests, seconds=SECONDS, solution=solution)


_INPUTS = ("base_input", "plus_input")


def _calls(row: Row, key: str, where: str, mbpp: str) -> list[Sequence[Any]]:
    calls = row.get(key) or []
    if not isinstance(calls, list) or not all(isinstance(call, list) for call in calls):
        raise InputError(f"{where}: '{key}' of a problem is a list of lists; get the file again")
    try:
        return arguments(mbpp, calls) if mbpp else calls
    except (TypeError, ValueError, IndexError, AttributeError):
        raise InputError(
            f"{where}: '{key}' of {mbpp} has not the types of MBPP+; get the file again"
        ) from None


def _number(value: Any, where: str) -> float:
    if not isinstance(value, int | float):
        raise InputError(f"{where}: 'atol' of a problem is a number; get the file again")
    return float(value)


LAYOUT = Layout(
    name="EvalPlus", marks=frozenset({"task_id", "entry_point", "base_input"}), problem=problem
)
