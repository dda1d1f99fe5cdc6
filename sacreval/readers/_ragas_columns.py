"""Columns of Ragas' data sets and results: those of 0.2 and later, and those before."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import isfinite
from typing import Any

from sacreval.core.missing_outputs import missing_output
from sacreval.core.options.field_types import is_number
from sacreval.io.formats.values import literal

_NEW = {"response", "reference", "retrieved_contexts", "reference_contexts", "multi_responses"}
_OLD = {"question", "answer", "contexts"}
_OLD_REFERENCES = ("ground_truth", "ground_truths")
_NAMES = {"question": "user_input", "answer": "response", "contexts": "retrieved_contexts"}
_OWN = {"user_input", "response", "reference", "retrieved_contexts", "multi_responses"}
_LISTS = {
    "retrieved_contexts", "reference_contexts", "ground_truths", "multi_responses",
    "retrieved_context_ids", "reference_context_ids", "reference_topics", "reference_tool_calls",
}  # fmt: skip
_TEXTS = {"user_input", "question", "response", "answer", "reference", "ground_truth"}
_PEOPLE = ("ai", "assistant")  # who writes what is scored, in messages


def is_ragas(columns: Collection[str]) -> bool:
    """Return whether columns are those of Ragas.

    Args:
        columns: Names of columns, or the keys of a line of JSON.
    """
    names = set(columns)
    if "user_input" in names:
        return bool(names & _NEW)
    return names >= _OLD and bool(names & set(_OLD_REFERENCES))


def ragas_record(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a record."""
    fields = {_NAMES.get(name, name): value for name, value in row.items() if value is not None}
    references = _references(fields)
    record: dict[str, Any] = {"references": references, "sources": fields.get("retrieved_contexts")}
    record |= _output(fields)
    others = {k: v for k, v in fields.items() if k not in _OWN and k not in _OLD_REFERENCES}
    scores = {name: value for name, value in others.items() if is_number(value)}
    meta = {name: value for name, value in others.items() if name not in scores}
    if isinstance(fields.get("user_input"), list):
        meta["messages"] = fields["user_input"]
    meta |= {"scores": scores} if scores else {}
    record["meta"] = meta or None
    return {name: value for name, value in record.items() if value is not None}


def _references(fields: Mapping[str, Any]) -> list[Any] | None:
    named = ("reference", *_OLD_REFERENCES)
    value = next((fields[name] for name in named if name in fields), None)
    return value if isinstance(value, list) or value is None else [value]


def _output(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the input and the output; of messages, the last answer and what is before it."""
    asked, answer = fields.get("user_input"), fields.get("response")
    if isinstance(asked, list):
        before, last = _split(asked)
        asked, answer = before, answer if answer is not None else last
    several = fields.get("multi_responses")
    if answer is None and several:
        answer = several[0]
    if answer is None:
        return {"input": asked, "error": missing_output("not asked", "there is no response")}
    return {"input": asked, "prediction": answer, "samples": several}


def _split(messages: list[Any]) -> tuple[str, Any]:
    """Return the messages before the last answer as one text, and that answer."""
    places = [i for i, message in enumerate(messages) if _role(message) in _PEOPLE]
    end = places[-1] if places else len(messages)
    before = "\n\n".join(f"{_role(message)}: {_content(message)}" for message in messages[:end])
    return before, _content(messages[end]) if places else None


def _role(message: Any) -> str:
    fields = message if isinstance(message, Mapping) else {}
    return str(fields.get("type") or fields.get("role") or "human")


def _content(message: Any) -> Any:
    return message.get("content") if isinstance(message, Mapping) else message


def cell_values(cells: Mapping[str, str], where: str) -> dict[str, Any]:
    """Return the values of a row of CSV, where lists are texts of Python; an empty cell is null."""
    return {name: _value(name, cell, where) for name, cell in cells.items()}


def _value(name: str, cell: str, where: str) -> Any:
    if not cell:
        return None
    if _NAMES.get(name, name) in _LISTS or (name == "user_input" and cell.startswith("[{")):
        return literal(cell, where) if cell.startswith("[") else [cell]
    if name in _TEXTS:
        return cell
    try:
        number = float(cell)
    except ValueError:
        return cell
    return number if isfinite(number) else None
