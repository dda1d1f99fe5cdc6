"""Replies, and failures, from the bodies of responses of OpenAI-compatible servers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from sacreval.asking.openai_logprobs import (
    ChatLogprobs,
    CompletionLogprobs,
    Continuation,
    chat_tokens,
    completion_tokens,
    continuation_logprob,
)
from sacreval.asking.requests import FailedError, Failure, Reply, Request, RequestKind, Usage
from sacreval.errors import InputError, shortened
from sacreval.io.formats.json_documents import check_document


def readable_json(body: bytes) -> Any:
    """Decode JSON that a strict decoder refuses, if only its characters are wrong.

    Args:
        body: The document.

    Returns:
        The value, in which each text is valid Unicode.

    Raises:
        ValueError: If it is not JSON, or an object repeats a key.
    """
    text = body.decode("utf-8-sig", "replace")
    value = json.loads(text, parse_int=_number, strict=False, object_pairs_hook=_object)
    return valid(value) if "\\ud" in text.lower() else value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in fields if names.count(name) > 1)
        raise ValueError(f"the key '{repeated}' is repeated in one object")
    return fields


def _number(digits: str) -> int | float:
    """Return a number; one with thousands of digits, which int() refuses, as a float."""
    return int(digits) if len(digits) < 100 else float(digits)


def valid(value: Any) -> Any:
    """Return a value in which each half of a surrogate pair is U+FFFD."""
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, list):
        return [valid(part) for part in value]
    if isinstance(value, dict):
        return {valid(name): valid(part) for name, part in value.items()}
    return value


_FILTER = "content_filter"
FILTERED = Failure("filtered", "a content filter ended the reply")
QUOTA = b"insufficient_quota"  # in the error of an account without money
_CONTEXT = (
    "context_length_exceeded",
    "exceed_context_size_error",
    "maximum context length",
    "too large to process",
)
_MESSAGE = 300  # characters of a server's message


class _CachedTokens(msgspec.Struct, gc=False):
    cached_tokens: int | None = None


class _Usage(msgspec.Struct, gc=False):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _CachedTokens | None = None


class _Message(msgspec.Struct, gc=False):
    content: str | None = None
    refusal: str | None = None


class _ChatChoice(msgspec.Struct, gc=False):
    message: _Message
    finish_reason: str | None = None
    logprobs: ChatLogprobs | None = None


class _CompletionChoice(msgspec.Struct, gc=False):
    text: str
    finish_reason: str | None = None
    logprobs: CompletionLogprobs | None = None


class _Chat(msgspec.Struct, gc=False):
    choices: list[_ChatChoice]
    model: str | None = None
    usage: _Usage | None = None


class _Completion(msgspec.Struct, gc=False):
    choices: list[_CompletionChoice]
    model: str | None = None
    usage: _Usage | None = None


_CHAT = msgspec.json.Decoder(_Chat)
_COMPLETION = msgspec.json.Decoder(_Completion)


def reply_to(asked: Request, body: bytes | Mapping[str, Any]) -> Reply:
    """Return the reply to a request from the body of a successful response.

    Args:
        asked: The request.
        body: The body, as bytes or decoded.

    Returns:
        The reply, as `parse_body` does.
    """
    return parse_body(
        body, asked.kind, id=asked.id, prompt=asked.prompt, continuation=asked.continuation
    )


def parse_body(
    body: bytes | Mapping[str, Any],
    asked_kind: RequestKind,
    *,
    id: str,  # noqa: A002  # the name of the field
    prompt: str = "",
    continuation: str = "",
) -> Reply:
    """Return the reply that the body of a successful response (status 200) holds.

    Bytes that are not UTF-8 are replaced by U+FFFD.

    Args:
        body: The body, as bytes or decoded.
        asked_kind: Kind of the request.
        id: Id of the request.
        prompt: The prompt, for the kind `loglikelihood`.
        continuation: The continuation, for the kind `loglikelihood`.

    Returns:
        The reply, with `error` if the body has none: `server` where it is no such body, `filtered`
        where a content filter ended it, and `other` where log-probabilities are missing. A reply
        without text and without error is possible, such as where all tokens went into reasoning.
    """
    try:
        parsed = _decoded(body, _CHAT if asked_kind == "chat" else _COMPLETION)
    except FailedError as error:
        return Reply(id=id, error=error.failure)
    if not parsed.choices:
        return Reply(id=id, error=Failure("server", "the response has no choices"))
    fields: dict[str, Any] = {"id": id, "model": parsed.model or "", "usage": _usage(parsed.usage)}
    try:
        if isinstance(parsed, _Chat):
            return _chat_reply(parsed.choices[0], fields)
        if asked_kind == "completion":
            return _completion_reply(parsed.choices[0], fields)
        asked = Continuation(prompt, continuation)
        return _loglikelihood(parsed.choices[0], fields, asked)
    except ValueError as error:
        return Reply(**fields, error=Failure("server", str(error)))


def _decoded(
    body: bytes | Mapping[str, Any], decoder: msgspec.json.Decoder[Any]
) -> _Chat | _Completion:
    """Decode a body, tolerating bytes that are not UTF-8."""
    try:
        if not isinstance(body, Mapping):
            try:
                check_document(bytes(body), "the response")
                return decoder.decode(body)  # type: ignore[no-any-return]
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                body = readable_json(body)
        return msgspec.convert(body, decoder.type)  # type: ignore[no-any-return]
    except (InputError, msgspec.ValidationError, ValueError, RecursionError) as error:
        raise FailedError(_not_body(body, error)) from None


def _not_body(body: Any, error: Exception) -> Failure:
    """Return the failure of a body: the error that it states, or what is wrong with it."""
    if isinstance(body, Mapping) and body.get("error") and "choices" not in body:
        return failure_of(200, body)
    return Failure("server", _shown(f"the response cannot be read: {error}"))


def _usage(usage: _Usage | None) -> Usage | None:
    if usage is None:
        return None
    details = usage.prompt_tokens_details
    return Usage(
        prompt=usage.prompt_tokens or 0,
        reply=usage.completion_tokens or 0,
        cached=(details and details.cached_tokens) or 0,
    )


def _chat_reply(choice: _ChatChoice, fields: dict[str, Any]) -> Reply:
    return Reply(
        **fields,
        text=choice.message.content,
        refusal=choice.message.refusal or None,
        finish_reason=choice.finish_reason,
        logprobs=chat_tokens(choice.logprobs),
        error=_filtered(choice.finish_reason),
    )


def _completion_reply(choice: _CompletionChoice, fields: dict[str, Any]) -> Reply:
    return Reply(
        **fields,
        text=choice.text,
        finish_reason=choice.finish_reason,
        logprobs=completion_tokens(choice.logprobs),
        error=_filtered(choice.finish_reason),
    )


def _loglikelihood(choice: _CompletionChoice, fields: dict[str, Any], asked: Continuation) -> Reply:
    likelihood = continuation_logprob(choice.logprobs, choice.text, asked)
    if isinstance(likelihood, Failure):
        return Reply(**fields, error=likelihood)
    return Reply(
        **fields,
        logprob=likelihood.logprob,
        n_tokens=likelihood.n_tokens,
        finish_reason=choice.finish_reason,
    )


def _filtered(reason: str | None) -> Failure | None:
    return FILTERED if reason == _FILTER else None


def as_error(stated: Any) -> Mapping[str, Any]:
    """Return what is said of an error as an object, with a message where it is something else."""
    return stated if isinstance(stated, Mapping) else {"message": str(stated or "")}


def failure_of(status: int, body: bytes | Mapping[str, Any]) -> Failure:
    """Return the failure that a response with an error states.

    Args:
        status: Its HTTP status; 200 where a body states an error all the same, 0 if there is none.
        body: Its body, as bytes or decoded; it need not be JSON.

    Returns:
        The failure, with the server's own message in one line. It may contain a key if the server
        shows it: the caller replaces it.
    """
    stated = _stated(body)
    text = stated["message"] or stated["code"] or f"the server gives no reason (status {status})"
    return Failure(_error_kind(status, stated["code"], text), _shown(text))


def _error_kind(status: int, code: str, text: str) -> Any:
    if any(name in code or name in text for name in _CONTEXT):
        return "context"
    if _FILTER in code or "content_policy_violation" in code:
        return "filtered"
    known = {401: "auth", 403: "auth", 408: "timeout", 429: "limit", 200: "server"}
    if status in known:
        return known[status]
    return "server" if status >= 500 else "refused" if 400 <= status < 500 else "other"


def _stated(body: bytes | Mapping[str, Any]) -> dict[str, str]:
    """Return the message and the codes of an error's body; of bytes without JSON their start."""
    stated: Any = body
    if isinstance(body, bytes | bytearray):
        try:
            stated = readable_json(bytes(body))
        except (ValueError, RecursionError):
            return {"message": body.decode("utf-8", "replace"), "code": ""}
    if isinstance(stated, Mapping):
        stated = stated.get("error", stated)
    if isinstance(stated, Mapping):
        codes = (stated.get(name) for name in ("code", "type", "status"))
        message = stated.get("message") or stated.get("detail") or ""
        return {"message": str(message), "code": " ".join(str(code) for code in codes if code)}
    return {"message": stated if isinstance(stated, str) else "", "code": ""}


def _shown(text: str) -> str:
    return shortened(" ".join(text.split()), _MESSAGE)
