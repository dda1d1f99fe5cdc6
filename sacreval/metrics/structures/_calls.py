"""Tool calls in the layouts that models and data sets write: names and arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

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
    """Return the calls that a value has; None if it cannot be parsed.

    Args:
        value: One call, a list of calls, a message with `tool_calls`, or text with one of these as
            JSON. A message without calls, an empty list and null have none.
    """
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
    found = [_call(one) for one in listed]
    calls = [one for one in found if one is not None]
    return calls if len(calls) == len(found) else None


def _call(value: Any) -> Call | None:
    """Return a call: with its name and arguments, inside `function`, or as {name: arguments}."""
    if not isinstance(value, Mapping):
        return None
    if isinstance(value.get("function"), Mapping):
        value = value["function"]
    if isinstance(value.get("name"), str):
        given = [value[key] for key in _ARGUMENTS if key in value]
        return _with_arguments(value["name"], given[0] if given else None)
    if len(value) == 1:
        [(name, given)] = value.items()
        return _with_arguments(name, given)
    return None


def _with_arguments(name: str, given: Any) -> Call | None:
    if isinstance(given, str):
        text = given.strip()
        given = json_value(text)
        if given is None and text not in {"", _NULL}:
            return None
    if given is None:
        return Call(name, {})
    return Call(name, given) if isinstance(given, Mapping) else None


def schemas_of(tools: Any) -> dict[str, Mapping[str, Any]] | None:
    """Return the parameters of tools by name; None if they are not described as tools are.

    Args:
        tools: A list of {"name": …, "parameters": SCHEMA}, or of these inside `function`.
    """
    if not isinstance(tools, Sequence) or isinstance(tools, str):
        return None
    found: dict[str, Mapping[str, Any]] = {}
    for tool in tools:
        inner = tool.get("function", tool) if isinstance(tool, Mapping) else None
        if not isinstance(inner, Mapping) or not isinstance(inner.get("name"), str):
            return None
        schema = inner.get("parameters") or inner.get("input_schema") or {}
        if not isinstance(schema, Mapping):
            return None
        found[inner["name"]] = schema
    return found
