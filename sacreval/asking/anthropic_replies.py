"""Replies and errors of Anthropic's API of messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sacreval.asking.openai_replies import as_error, failure_of
from sacreval.asking.requests import Failure, Reply, Usage
from sacreval.core.options.wrong_values import in_plain_words

_ENDED = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
}
_KINDS = {  # Anthropic's errors
    "authentication_error": 401,
    "permission_error": 403,
    "rate_limit_error": 429,
    "api_error": 500,
    "overloaded_error": 529,
    "timeout_error": 408,
}


class _Block(msgspec.Struct, gc=False):
    type: str
    text: str = ""


class _Counts(msgspec.Struct, gc=False):
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None


class _Message(msgspec.Struct, gc=False):
    content: list[_Block]
    model: str = ""
    stop_reason: str | None = None
    usage: _Counts | None = None


def message_reply(name: str, message: Any) -> Reply:
    """Return the reply to a request of that id."""
    try:
        parsed = msgspec.convert(message, _Message)
    except msgspec.ValidationError as error:
        failure = Failure("server", f"the message cannot be read: {in_plain_words(error)}")
        return Reply(id=name, error=failure)
    texts = [block.text for block in parsed.content if block.type == "text"]
    text = "".join(texts) if texts else None
    reason = parsed.stop_reason
    return Reply(
        id=name,
        text=text,
        refusal=(text or "refusal") if reason == "refusal" else None,
        model=parsed.model,
        finish_reason=_ENDED.get(reason, reason) if reason else None,
        usage=_usage(parsed.usage),
    )


def _usage(found: _Counts | None) -> Usage | None:
    """Return the numbers of tokens; Anthropic counts cached ones apart."""
    if found is None:
        return None
    cached = found.cache_read_input_tokens or 0
    prompt = found.input_tokens + cached + (found.cache_creation_input_tokens or 0)
    return Usage(prompt=prompt, reply=found.output_tokens, cached=cached)


def message_failure(error: Any) -> Failure:
    """Return the failure of an error, which may be in another one of the type `error`."""
    inner = error.get("error", error) if isinstance(error, Mapping) else error
    stated = as_error(inner)
    status = _KINDS.get(str(stated.get("type")), 400)
    if "prompt is too long" in str(stated.get("message")):
        return Failure("context", failure_of(status, stated).message)
    return failure_of(status, stated)
