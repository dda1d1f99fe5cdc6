"""Bodies of requests to OpenAI-compatible servers, their paths, and checks of `params`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from math import inf
from typing import Any

import msgspec

from sacreval.asking.requests import Request
from sacreval.errors import UsageError, shortened

CHAT, COMPLETIONS = "/chat/completions", "/completions"
# Each would change what is asked, or how many replies come; with `echo` a reply would contain the
# prompt, so that a verdict might be read from the text that is judged.
OWN = ("model", "messages", "prompt", "stream", "n", "echo")

LIMITS = ("max_tokens", "max_completion_tokens")


def path_of(asked: Request) -> str:
    """Return the path below the base URL where a request is sent.

    Args:
        asked: The request.
    """
    return CHAT if asked.kind == "chat" else COMPLETIONS


def request_body(asked: Request, model: str) -> dict[str, Any]:
    """Return the JSON body of a request.

    Args:
        asked: The request. For the kind `loglikelihood` the prompt and the continuation are
            echoed with their log-probabilities; one token more is generated, since many servers
            refuse none, unless `max_tokens` is 0 in its parameters.
        model: Name of the model.

    Raises:
        UsageError: If a parameter would replace the model, the prompt, or the number of replies.
    """
    fixed = OWN if asked.kind != "loglikelihood" else (*OWN, "logprobs", "suffix")
    if wrong := next((name for name in fixed if name in asked.params), None):
        raise UsageError(
            f"request {shortened(asked.id)}: the parameter '{wrong}' is set by sacreval; remove it "
            "from `params`"
        )
    if asked.kind == "chat":
        messages = [{"role": m.role, "content": m.content} for m in asked.messages]
        return {"model": model, "messages": messages, **asked.params}
    if asked.kind == "completion":
        return {"model": model, "prompt": asked.prompt, **asked.params}
    return _echo_body(asked, model)


def _echo_body(asked: Request, model: str) -> dict[str, Any]:
    """Return the body that asks for the log-probabilities of a prompt's own tokens."""
    if asked.params.get("max_tokens", 1) not in (0, 1):
        raise UsageError(
            f"request {shortened(asked.id)}: `max_tokens` of a log-likelihood is 0 or 1; remove it"
        )
    text = asked.prompt + asked.continuation
    asks = {"temperature": 0, "max_tokens": 1, "echo": True, "logprobs": 1}
    return {"model": model, "prompt": text, **asks, **asked.params}


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
    texts = [part.get(field) for part in parts if part.get("type") == kind]
    return "".join(map(str, texts)) if texts else None


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


# Of OpenAI, vLLM and llama.cpp. Servers take others too, so that only what is close to one of
# these is refused: a server ignores `temprature`, and samples.
_KNOWN = (
    "temperature", "top_p", "top_k", "min_p", "typical_p", "max_tokens", "max_completion_tokens",
    "min_tokens", "seed", "stop", "stop_token_ids", "presence_penalty", "frequency_penalty",
    "repetition_penalty", "repeat_penalty", "logprobs", "top_logprobs", "logit_bias",
    "response_format", "reasoning_effort", "n_predict", "n_probs", "grammar",
)  # fmt: skip
_CLOSE = 0.85  # similarity of a misspelling; `top_a` and `top_p` have 0.8
_REMEDIES = {"n": "remove it, and give `repeats` or `samples` for several replies"}


def check_params(params: Mapping[str, Any]) -> None:
    """Check the parameters of requests before any is made.

    Args:
        params: The parameters, by name.

    Raises:
        UsageError: If a name is set by sacreval or misspelt, or a value cannot be meant or is no
            JSON, such as a date or NaN.
    """
    for name, value in params.items():
        if msgspec.json.decode(msgspec.json.encode(value)) != value:
            raise UsageError(
                f"params: '{shortened(name)}' has a value that JSON does not have, such as a date, "
                "a set or NaN; correct it"
            )
        if name in OWN:
            remedy = _REMEDIES.get(name, "remove it")
            raise UsageError(f"params: '{name}' is set by sacreval; {remedy}")
        close = get_close_matches(name.casefold(), _KNOWN, n=1, cutoff=_CLOSE)
        if close and name not in _KNOWN:
            raise UsageError(
                f"params: there is no parameter '{shortened(name)}'; did you mean '{close[0]}'?"
            )
    for name in LIMITS:
        if name in params and not _is_whole(params[name]):
            raise UsageError(f"params: {name} is a whole number above 0; correct it, or remove it")
    if "temperature" in params and not _is_temperature(params["temperature"]):
        raise UsageError("params: temperature is a number of 0 or above; correct it")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_temperature(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and 0 <= value < inf
