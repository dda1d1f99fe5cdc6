"""Types of the inputs of MBPP+ that JSON cannot hold: tuples, sets and complex numbers by task.

Source: EvalPlus 0.3.1, the tasks whose inputs it converts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

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
