"""A probe: whether a server returns the log-probabilities of a prompt's own tokens."""

from __future__ import annotations

from math import isfinite

from sacreval.asking.requests import Reply, Request, request
from sacreval.errors import UsageError

PROBE = request(kind="loglikelihood", prompt="One, two,", continuation=" three, four")


def check(reply: Reply, host: str) -> None:
    """Check the reply to the probe.

    Args:
        reply: The reply.
        host: The server, for the message.

    Raises:
        UsageError: If it has no log-probability.
    """
    if reply.logprob is not None and isfinite(reply.logprob) and reply.logprob < 0:
        return
    reason = reply.error.message.partition(";")[0] if reply.error else "it returned none"
    raise UsageError(
        f"{host} does not return log-probabilities of a prompt ({reason}), which log-likelihoods "
        "need; ask a server that does, such as vLLM, or transformers:MODEL"
    )


def needed(asked: Request) -> bool:
    """Return whether a request needs what the probe checks."""
    return asked.kind == "loglikelihood"
