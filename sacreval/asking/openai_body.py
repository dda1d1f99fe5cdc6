"""Bodies of requests to OpenAI-compatible servers, and the paths where they are sent."""

from __future__ import annotations

from typing import Any

from sacreval.asking.requests import Request
from sacreval.errors import UsageError, shortened

CHAT, COMPLETIONS = "/chat/completions", "/completions"
# Each would change what is asked, or how many replies come; with `echo` a reply would contain the
# prompt, so that a verdict might be read from the text that is judged.
OWN = ("model", "messages", "prompt", "stream", "n", "echo")


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
    own = OWN if asked.kind != "loglikelihood" else (*OWN, "logprobs", "suffix")
    if wrong := next((name for name in own if name in asked.params), None):
        raise UsageError(
            f"request {shortened(asked.id)}: the parameter '{wrong}' is set by sacreval; remove it "
            "from `params`"
        )
    if asked.kind == "chat":
        messages = [{"role": one.role, "content": one.content} for one in asked.messages]
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
