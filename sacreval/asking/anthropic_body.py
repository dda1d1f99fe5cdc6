"""Bodies of requests to Anthropic's API of messages.

Source: https://docs.anthropic.com/en/api/messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sacreval.asking.requests import Message, Request
from sacreval.errors import UsageError, shortened

_SAME = ("temperature", "top_p", "top_k", "metadata", "thinking", "service_tier", "tools",
         "tool_choice")  # fmt: skip
_RENAMED = {"max_tokens": "max_tokens", "max_completion_tokens": "max_tokens",
            "stop_sequences": "stop_sequences"}  # fmt: skip


def message_body(asked: Request, model: str, what: str) -> dict[str, Any]:
    """Return the body of a request.

    Args:
        asked: The request.
        model: Name of the model.
        what: What writes it, for messages, such as the format of a batch.

    Raises:
        UsageError: If it is no chat, or the API has no such messages or parameters.
    """
    if asked.kind != "chat":
        raise UsageError(
            f"{what}: request {shortened(asked.id)} is a {asked.kind}, and this format has chats "
            "only; use `messages`, or another format"
        )
    params, messages = _params(asked.params, what), _messages(asked.messages, what)
    return {"model": model, **params, **messages}


def _messages(messages: tuple[Message, ...], what: str) -> dict[str, Any]:
    """Return the messages, with those of the system, which come first, in a field of their own."""
    count = next((i for i, one in enumerate(messages) if one.role != "system"), len(messages))
    rest = [{"role": one.role, "content": one.content} for one in messages[count:]]
    if not rest or any(one["role"] == "system" for one in rest):
        raise UsageError(
            f"{what}: messages of the system come before all others, of which there is "
            "at least one; change the messages"
        )
    system = "\n\n".join(one.content for one in messages[:count])
    return {"system": system, "messages": rest} if count else {"messages": rest}


def _params(given: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Return the parameters by Anthropic's names."""
    made: dict[str, Any] = {}
    for name, value in given.items():
        if name == "stop":
            made["stop_sequences"] = [value] if isinstance(value, str) else value
        elif name in _SAME or name in _RENAMED:
            made[_RENAMED.get(name, name)] = value
        else:
            raise UsageError(
                f"{what}: there is no parameter '{shortened(name)}'; remove it from "
                "`params`, or use another format"
            )
    if "max_tokens" not in made:
        raise UsageError(f"{what}: `max_tokens` is needed; add it to `params`")
    return made
