"""Tool calls in the layouts that models and data sets write, and rules by which they are scored.

Rules by which the Berkeley Function Calling Leaderboard compares calls with possible answers. A
possible answer names for each parameter the values that are right; an empty text among them states
that the parameter may be left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from sacreval.core.options.field_types import Kind
from sacreval.errors import RecordError
from sacreval.text.answers.json_values import answer_in_json, json_value

CALLS = Kind(
    'tool calls: {"name": "add", "arguments": {"a": 1}}, a list of these, an OpenAI message with '
    "`tool_calls`, or text with one of these as JSON",
    lambda value: isinstance(value, str | dict | list),
)
_ARGUMENTS = ("arguments", "parameters", "input")
_NULL = "null"


class Call(NamedTuple):
    """A call.

    Args:
        name: Name of the tool.
        arguments: Argument to value.
    """

    name: str
    arguments: Mapping[str, Any]

    def key(self) -> bytes:
        """Return the call as JSON with sorted keys, in which 1 and 1.0 differ."""
        return as_json({"name": self.name, "arguments": self.arguments})


def as_json(value: Any) -> bytes:
    """Return a value as JSON with sorted keys."""
    return msgspec.json.encode(value, order="sorted")


def calls_of(value: Any) -> list[Call] | None:
    """Return the calls that a value has; None if it cannot be parsed."""
    if not isinstance(value, str):
        return _listed(value)
    if value.strip() == _NULL:
        return []
    try:
        calls: list[Call] | None = answer_in_json(value, _listed)
    except RecordError:
        return None
    return calls


def _listed(value: Any) -> list[Call] | None:
    """Return the calls that a value of JSON has; None if it is none."""
    if isinstance(value, Mapping) and "tool_calls" in value:
        value = value["tool_calls"]
    if value is None:
        return []
    listed = value if isinstance(value, list) else [value]
    parsed = [_call(entry) for entry in listed]
    calls = [call for call in parsed if call is not None]
    return calls if len(calls) == len(parsed) else None


def _call(value: Any) -> Call | None:
    """Return a call: with its name and arguments, inside `function`, or as {name: arguments}."""
    if not isinstance(value, Mapping):
        return None
    if isinstance(value.get("function"), Mapping):
        value = value["function"]
    if isinstance(value.get("name"), str):
        arguments = [value[key] for key in _ARGUMENTS if key in value]
        return _with_arguments(value["name"], arguments[0] if arguments else None)
    if len(value) == 1:
        [(name, arguments)] = value.items()
        return _with_arguments(name, arguments)
    return None


def _with_arguments(name: str, arguments: Any) -> Call | None:
    if isinstance(arguments, str):
        text = arguments.strip()
        arguments = json_value(text)
        if arguments is None and text not in {"", _NULL}:
            return None
    if arguments is None:
        return Call(name, {})
    return Call(name, arguments) if isinstance(arguments, Mapping) else None


def schemas_of(tools: Any) -> dict[str, Mapping[str, Any]] | None:
    """Return the parameters of tools by name; None if they are not described as tools are."""
    if not isinstance(tools, Sequence) or isinstance(tools, str):
        return None
    schemas: dict[str, Mapping[str, Any]] = {}
    for tool in tools:
        inner = tool.get("function", tool) if isinstance(tool, Mapping) else None
        if not isinstance(inner, Mapping) or not isinstance(inner.get("name"), str):
            return None
        schema = inner.get("parameters") or inner.get("input_schema") or {}
        if not isinstance(schema, Mapping):
            return None
        schemas[inner["name"]] = schema
    return schemas


SCORES = (
    "tool_exact_match", "tool_name_accuracy", "argument_name_recall", "argument_name_precision",
    "argument_value_precision",
)  # fmt: skip


def compared_calls(
    calls: Sequence[Call], right: Sequence[Call], *, order: Literal["any", "given"]
) -> Sequence[float]:
    """Return the scores of calls against those that are right, in the order of `SCORES`."""
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


Reason = Literal["", "count", "name", "parameters", "type", "value"]
REASONS: tuple[Reason, ...] = ("count", "name", "parameters", "type", "value")
TYPES: dict[str, type] = {
    "string": str, "integer": int, "float": float, "boolean": bool, "array": list, "tuple": list,
    "dict": dict, "any": str, "number": float, "object": dict,
}  # fmt: skip
_IGNORED = re.compile(r"[ ,./\-_*^]")


class Expected(NamedTuple):
    """A call that is right.

    Args:
        name: Name of the function.
        answers: Parameter to its possible values.
        schema: The description of its parameters.
    """

    name: str
    answers: Mapping[str, Sequence[Any]]
    schema: Mapping[str, Any]


class Type(NamedTuple):
    """The type of a parameter, and of the items of a list."""

    outer: type
    inner: type | None


def compared(calls: Sequence[Call], expected: Sequence[Expected]) -> Reason:
    """Return why calls are wrong; "" if they are right."""
    if len(calls) != len(expected):
        return "count"
    left = list(calls)
    for wanted in expected:
        reason: Reason = "count"
        for call in left:
            reason = _wrong(call, wanted)
            if not reason:
                left.remove(call)
                break
        if reason:
            return reason
    return ""


def _wrong(call: Call, expected: Expected) -> Reason:
    described = expected.schema.get("properties") or {}
    arguments = call.arguments
    if call.name != expected.name:
        return "name"
    if any(name not in arguments for name in expected.schema.get("required") or ()):
        return "parameters"
    for name, value in arguments.items():
        if name not in described or name not in expected.answers:
            return "parameters"
        if reason := _wrong_value(value, expected.answers[name], _type(described[name])):
            return reason
    for name, answers in expected.answers.items():
        if name not in arguments and "" not in answers:
            return "parameters"
    return ""


def _type(described: Mapping[str, Any]) -> Type:
    outer = described.get("type")
    items = described.get("items") if outer in {"array", "tuple"} else None
    inner = TYPES.get(str(items.get("type"))) if isinstance(items, Mapping) else None
    return Type(TYPES.get(str(outer), str), inner)


def _wrong_value(value: Any, answers: Sequence[Any], kind: Type) -> Reason:
    if kind.outer is float and type(value) is int:
        value = float(value)
    literal = _literal(value, answers, kind)
    if literal is None:
        return "type"
    return "" if _is_among(value, answers, kind if literal else None) else "value"


def _literal(value: Any, answers: Sequence[Any], kind: Type) -> bool | None:
    """Return whether a value is a literal of its type; False for what names a variable."""
    usual: type | None = next((type(answer) for answer in answers if answer != ""), None)
    if type(value) is not kind.outer:
        return False if usual is not None and type(value) is usual else None
    if kind.inner is not None and not _items_fit(value, answers, Type(kind.inner, None)):
        return None
    return usual is None or usual is kind.outer


def _items_fit(items: Any, answers: Sequence[Any], kind: Type) -> bool:
    """Return whether all items of a list have a right type, by one of the possible lists."""
    return any(
        not isinstance(answer, list)
        or all(_literal(item, answer, kind) is not None for item in items)
        for answer in answers
    )


def _is_among(value: Any, answers: Sequence[Any], kind: Type | None) -> bool:
    """Return whether a value is a possible one, by the rules of its type; None: by equality."""
    if kind is None:
        return value in answers
    if kind.outer is dict:
        return any(_same_dict(value, answer) for answer in answers if answer != "")
    if kind.outer is list and kind.inner is dict:
        return any(
            len(value) == len(answer) and all(map(_same_dict, value, answer))
            for answer in answers
            if isinstance(answer, list | str)
        )
    if kind.outer is str:
        return _plain(value) in [_plain(answer) for answer in answers if isinstance(answer, str)]
    if kind.outer is list:
        items = list(map(_plain, value))
        lists = [answer for answer in answers if isinstance(answer, list | str)]
        return items in [list(map(_plain, answer)) for answer in lists]
    return value in answers


def _same_dict(value: Any, answer: Any) -> bool:
    """Return whether each key has a possible value, and those that are absent may be."""
    if not isinstance(value, Mapping) or not isinstance(answer, Mapping):
        return False
    answers = {key: x if isinstance(x, list) else [x] for key, x in answer.items()}
    return all(
        key in answers and _plain(item) in [_plain(x) for x in answers[key]]
        for key, item in value.items()
    ) and all(key in value or "" in possible for key, possible in answers.items())


def _plain(value: Any) -> Any:
    """Return a text in lower case, without blanks and some punctuation; others unchanged."""
    if not isinstance(value, str):
        return value
    return _IGNORED.sub("", value).lower().replace("'", '"')
