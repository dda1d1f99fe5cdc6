"""Bodies of OpenAI's endpoint `responses`, as those of chat completions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_CUT = {"max_output_tokens": "length"}


def is_responses(body: Mapping[str, Any]) -> bool:
    """Return whether a body is one of the endpoint `responses`."""
    return isinstance(body.get("output"), list) and "choices" not in body


def as_chat(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body of the endpoint `responses` as one of chat completions.

    Items of the output other than messages and calls of functions, such as reasoning, are left out.

    Args:
        body: The decoded body.
    """
    items = [item for item in body["output"] if isinstance(item, Mapping)]
    parts = [part for item in items for part in _parts(item)]
    message = {
        "content": _joined(parts, "output_text", "text"),
        "refusal": _joined(parts, "refusal", "refusal"),
    }
    if calls := [_call(item) for item in items if item.get("type") == "function_call"]:
        message["tool_calls"] = calls
    choice = {"index": 0, "message": message, "finish_reason": _reason(body)}
    kept = {name: body[name] for name in ("model", "error") if body.get(name) is not None}
    failed = body.get("status") in ("failed", "cancelled")
    return {**kept, **({} if failed else {"choices": [choice]})}


def _parts(item: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    content = item.get("content") if item.get("type") == "message" else None
    return (part for part in content or () if isinstance(part, Mapping))


def _joined(parts: list[Mapping[str, Any]], kind: str, field: str) -> Any:
    found = [part.get(field) for part in parts if part.get("type") == kind]
    return "".join(map(str, found)) if found else None


def _call(item: Mapping[str, Any]) -> dict[str, Any]:
    named = {"name": item.get("name"), "arguments": item.get("arguments")}
    return {"type": "function", "function": named}


def _reason(body: Mapping[str, Any]) -> str | None:
    """Return why the text ends, by the words of chat completions."""
    details = body.get("incomplete_details")
    if isinstance(details, Mapping):
        reason = str(details.get("reason"))
        return _CUT.get(reason, reason)
    return "stop" if body.get("status") == "completed" else None
