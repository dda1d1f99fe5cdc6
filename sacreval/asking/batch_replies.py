"""Replies in the batch files of OpenAI, Together, vLLM and Anthropic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sacreval.asking.openai_replies import as_error, failure_of, parse_body
from sacreval.asking.requests import Failure, Reply, Usage
from sacreval.core.options.type_errors import in_plain_words
from sacreval.errors import InputError, shortened

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


def _usage(counts: _Counts | None) -> Usage | None:
    """Return the numbers of tokens; Anthropic counts cached ones apart."""
    if counts is None:
        return None
    cached = counts.cache_read_input_tokens or 0
    prompt = counts.input_tokens + cached + (counts.cache_creation_input_tokens or 0)
    return Usage(prompt=prompt, reply=counts.output_tokens, cached=cached)


def message_failure(error: Any) -> Failure:
    """Return the failure of an error, which may be in another one of the type `error`."""
    inner = error.get("error", error) if isinstance(error, Mapping) else error
    stated = as_error(inner)
    status = _KINDS.get(str(stated.get("type")), 400)
    if "prompt is too long" in str(stated.get("message")):
        return Failure("context", failure_of(status, stated).message)
    return failure_of(status, stated)


OK = 200


def is_batch_line(fields: Mapping[str, Any]) -> bool:
    """Return whether the fields of a line are those of a reply in a batch file."""
    return "custom_id" in fields and bool({"response", "result", "error"} & fields.keys())


def batch_reply(fields: Mapping[str, Any], where: str) -> Reply:
    """Return the reply of a line of a batch file.

    Args:
        fields: The line, decoded.
        where: Its file and line number, for messages.

    Raises:
        InputError: If the line is of no such format.
    """
    name = fields["custom_id"]
    if not isinstance(name, str):
        raise InputError(f"{where}: `custom_id` must be text; get the file again")
    result = fields.get("result")
    if isinstance(result, Mapping):
        return _anthropic(name, result, where)
    response, error = fields.get("response"), fields.get("error")
    if isinstance(response, Mapping):
        body = response.get("body") or response
        if error and isinstance(body, Mapping) and "choices" in body:
            return Reply(id=name, error=_batch_failure(error))
        return _openai(name, response, error)
    if response is None and error:
        return Reply(id=name, error=_batch_failure(error))
    raise InputError(
        f"{where}: the request {shortened(name)} has neither a response nor an error; get the "
        "file again"
    )


def _openai(name: str, response: Mapping[str, Any], error: Any) -> Reply:
    """Return the reply of a response, whose body is in `body` or is the response itself."""
    body = response.get("body", response if "choices" in response else None)
    status = response.get("status_code", OK)
    if status != OK or not isinstance(body, Mapping) or "choices" not in body:
        code = status if isinstance(status, int) else OK
        stated = body if isinstance(body, Mapping) and body else error
        return Reply(id=name, error=failure_of(code, as_error(stated)))
    if isinstance(choices := body["choices"], list):
        body = {**body, "choices": in_order(choices)}
    return parse_body(body, "chat" if _is_chat(body) else "completion", id=name)


def in_order(choices: Sequence[Any]) -> list[Any]:
    """Return choices by their `index`; in the order of the file where one has none."""
    places = [choice.get("index") if isinstance(choice, Mapping) else None for choice in choices]
    known = [place for place in places if type(place) is int]
    if len(set(known)) < len(choices):
        return list(choices)
    return [
        choice for _, choice in sorted(zip(known, choices, strict=True), key=lambda pair: pair[0])
    ]


def _is_chat(body: Mapping[str, Any]) -> bool:
    choices = body["choices"]
    first = choices[0] if isinstance(choices, list) and choices else None
    return not (isinstance(first, Mapping) and "text" in first and "message" not in first)


def _batch_failure(error: Any) -> Failure:
    """Return the failure of a request that was not sent, such as in a batch that has expired."""
    failure = failure_of(0, as_error(error))
    code = error.get("code") if isinstance(error, Mapping) else ""
    if code in ("batch_expired", "request_timeout"):
        return Failure("timeout", failure.message)
    return failure


def _anthropic(name: str, result: Mapping[str, Any], where: str) -> Reply:
    match result.get("type"):
        case "succeeded":
            return message_reply(name, result.get("message"))
        case "errored":
            return Reply(id=name, error=message_failure(result.get("error")))
        case "canceled":
            return Reply(id=name, error=Failure("other", "the batch was canceled"))
        case "expired":
            return Reply(id=name, error=Failure("timeout", "the batch has expired"))
        case other:
            raise InputError(
                f"{where}: the result of {shortened(name)} has the type "
                f"'{shortened(str(other))}', not succeeded, errored, canceled or expired; get the "
                "file again"
            )
