"""Scores of tool calls against right ones: names, names of arguments, and their values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from sacreval.metrics.structures._calls import Call, as_json

SCORES = (
    "tool_exact_match", "tool_name_accuracy", "argument_name_recall", "argument_name_precision",
    "argument_value_precision",
)  # fmt: skip


def compared(
    calls: Sequence[Call], right: Sequence[Call], *, order: Literal["any", "given"]
) -> Sequence[float]:
    """Return the scores of calls against those that are right, in the order of `SCORES`.

    Args:
        calls: The calls of a model.
        right: The right calls.
        order: Whether they may come in any order.
    """
    keys = [[call.key() for call in side] for side in (calls, right)]
    names = [[call.name for call in side] for side in (calls, right)]
    if order == "any":
        exact = Counter(keys[0]) == Counter(keys[1])
        shared = (Counter(names[0]) & Counter(names[1])).total()
    else:
        exact = keys[0] == keys[1]
        shared = sum(a == b for a, b in zip(*names, strict=False))
    most = max(len(calls), len(right))
    pairs = _aligned(calls, right) if order == "any" else list(zip(calls, right, strict=False))
    return (float(exact), shared / most if most else 1.0, *_of_arguments(pairs, calls, right))


def _of_arguments(
    pairs: Sequence[tuple[Call, Call]], calls: Sequence[Call], right: Sequence[Call]
) -> Sequence[float]:
    """Return recall and precision of the names of arguments, and precision of their values."""
    predicted, wanted = (sum(len(call.arguments) for call in side) for side in (calls, right))
    common = sum(len(a.arguments.keys() & b.arguments.keys()) for a, b in pairs)
    values = sum(_same_values(a, b) for a, b in pairs)
    as_many = len(calls) == len(right)
    recall = common / wanted if wanted else float(as_many)
    nothing = float(as_many and not wanted)
    return recall, *(x / predicted if predicted else nothing for x in (common, values))


def _same_values(a: Call, b: Call) -> int:
    shared = a.arguments.keys() & b.arguments.keys()
    return sum(as_json(a.arguments[name]) == as_json(b.arguments[name]) for name in shared)


def _aligned(calls: Sequence[Call], right: Sequence[Call]) -> list[tuple[Call, Call]]:
    """Pair calls with right ones so that names, then values, then arguments agree most."""
    if len(calls) == len(right) == 1:
        return [(calls[0], right[0])]
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    alike = np.array([[_likeness(a, b) for b in right] for a in calls], dtype=np.float64)
    rows, columns = linear_sum_assignment(-alike.reshape(len(calls), len(right)))
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    return [(calls[i], right[j]) for i, j in pairs]


def _likeness(a: Call, b: Call) -> float:
    n = 1 + len(a.arguments) + len(b.arguments)
    shared = len(a.arguments.keys() & b.arguments.keys())
    return 4.0 * (a.name == b.name) + 2.0 * _same_values(a, b) / n + shared / n
