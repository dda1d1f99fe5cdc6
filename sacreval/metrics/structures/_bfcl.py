"""Rules by which the Berkeley Function Calling Leaderboard compares calls with possible answers.

A possible answer names for each parameter the values that are right; an empty text among them
states that the parameter may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from sacreval.metrics.structures._calls import Call

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
    """Return why calls are wrong; "" if they are right.

    Args:
        calls: The calls of a model, in any order.
        expected: The calls that are right, each of which takes the first call that it accepts.
    """
    if len(calls) != len(expected):
        return "count"
    left = list(calls)
    for one in expected:
        reason: Reason = "count"
        for call in left:
            reason = _wrong(call, one)
            if not reason:
                left.remove(call)
                break
        if reason:
            return reason
    return ""


def _wrong(call: Call, expected: Expected) -> Reason:
    described = expected.schema.get("properties") or {}
    given = call.arguments
    if call.name != expected.name:
        return "name"
    if any(name not in given for name in expected.schema.get("required") or ()):
        return "parameters"
    for name, value in given.items():
        if name not in described or name not in expected.answers:
            return "parameters"
        if reason := _wrong_value(value, expected.answers[name], _type(described[name])):
            return reason
    for name, answers in expected.answers.items():
        if name not in given and "" not in answers:
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
    """Return whether a value is a literal of its type; False for what names a variable.

    Returns:
        None if it has a wrong type.
    """
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
