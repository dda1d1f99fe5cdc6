"""EvalPlus (Liu et al. 2023): HumanEval+ and MBPP+, whose tests are inputs of a function.

Types of the inputs of MBPP+ that JSON cannot hold: tuples, sets and complex numbers by task.
Source: EvalPlus 0.3.1, the tasks whose inputs it converts.

What is expected is what the canonical solution returns, which is run in the sandbox, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sacreval.errors import InputError
from sacreval.features.programs.sandboxes.problems._base import Problem, ProblemLayout, Row, text_in
from sacreval.features.programs.sandboxes.programs import CallTests

_EACH = frozenset(
    (2, 116, 132, 143, 222, 261, 273, 394, 399, 421, 424, 429, 470, 560, 579, 596, 616, 630, 726,
     740, 744, 809)
)  # fmt: skip
_INNER = frozenset((63, 64, 70, 94, 120, 237, 272, 299, 400, 409, 417, 438, 473, 614, 780))
_INNER_OF_FIRST = frozenset((75, 413, 444, 753))
_SECOND = frozenset((106, 750))
_FIRST = frozenset((250, 405, 446, 617, 720, 763, 808))
_BOTH = frozenset((259, 401, 445))
_ALL = frozenset((580, 615, 791))


def arguments(name: str, inputs: Sequence[Sequence[Any]]) -> list[Sequence[Any]]:
    """Return the arguments of each call with their types in Python."""
    task = int(name.rpartition("/")[2])
    change = next((change for tasks, change in _CHANGES if task in tasks), list)
    return [change(call) for call in inputs]


def _inner(items: Sequence[Any]) -> list[Any]:
    return [tuple(row) for row in items]


def _deep(value: Any) -> Any:
    return tuple(map(_deep, value)) if isinstance(value, list) else value


def _tuples_where_lists(value: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(tuple(member) if isinstance(member, list) else member for member in value)


def _sets(value: Sequence[Any]) -> list[Any]:
    """Return the sets of task 115; an empty one is a dict there."""
    return [set(member) if isinstance(member, list) and member else {} for member in value]


_CHANGES: tuple[tuple[frozenset[int], Callable[[Sequence[Any]], Sequence[Any]]], ...] = (
    (_EACH, lambda x: [tuple(row) for row in x]),
    (_INNER, lambda x: [_inner(row) for row in x]),
    (_INNER_OF_FIRST, lambda x: [_inner(x[0]), x[1]]),
    (_SECOND, lambda x: [x[0], tuple(x[1])]),
    (frozenset((115,)), lambda x: [_sets(x[0])]),
    (frozenset((124,)), lambda x: (float(x[0]), complex(x[1]))),
    (_FIRST, lambda x: [tuple(x[0]), x[1]]),
    (_BOTH, lambda x: [tuple(_inner(row)) for row in x]),
    (frozenset((278,)), lambda x: [_tuples_where_lists(x[0])]),
    (frozenset((307,)), lambda x: [tuple(x[0]), x[1], x[2]]),
    (frozenset((722,)), lambda x: [{k: tuple(v) for k, v in x[0].items()}, *x[1:]]),
    (frozenset((252,)), lambda x: [complex(x[0])]),
    (_ALL, _deep),
)


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


LAYOUT = ProblemLayout(
    name="EvalPlus", marks=frozenset({"task_id", "entry_point", "base_input"}), problem=problem
)
