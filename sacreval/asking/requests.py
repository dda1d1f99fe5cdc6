"""Requests to a model and its replies; ids are hashes of all that the model sees.

Equal prompts are therefore asked once, and a reply is found again in any file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from sacreval.core.record_parts import TokenLogprob

RequestKind = Literal["chat", "completion", "loglikelihood"]
ErrorKind = Literal[
    "auth", "limit", "timeout", "reset", "server", "context", "filtered", "refused", "other"
]
_canonical = msgspec.json.Encoder(order="deterministic")


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """One message of a chat.

    Args:
        role: Who speaks: `system`, `user` or `assistant`.
        content: The text.
    """

    role: Literal["system", "user", "assistant"]
    content: str


class Place(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a request is asked for: a record, and a step of a judge.

    Args:
        instance_id: Id of the input.
        system_id: Id of the system; "" where the request is about the input alone.
        ask: Name of the judge or of its step.
        variant: Which of several prompts about the same record, such as `ab` and `ba` for the two
            orders of a pair, or the number of an item of a list.
    """

    instance_id: str
    system_id: str = ""
    ask: str = ""
    variant: str = ""


class Request(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """One request to a model; one line of a file of requests.

    Args:
        id: 32 hexadecimal digits: a hash of all that the model sees, and of `repeat`.
        kind: `chat` has `messages`, `completion` a `prompt`, and `loglikelihood` a `prompt` and
            the `continuation` whose log-probability is asked.
        messages: The messages of a chat.
        prompt: The text to continue.
        continuation: The text whose log-probability after `prompt` is asked.
        params: Parameters of the request, such as `temperature` and `max_tokens`, by the names of
            OpenAI's API.
        repeat: Number of the repetition, from 0; each is a request of its own.
        places: What the request is asked for; equal requests are asked once. Its name in files is
            `for`.
    """

    id: str
    kind: RequestKind = "chat"
    messages: tuple[Message, ...] = ()
    prompt: str = ""
    continuation: str = ""
    params: dict[str, Any] = field(default_factory=dict)
    repeat: int = 0
    places: tuple[Place, ...] = field(default=(), name="for")


class Usage(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Numbers of tokens as the server counts them.

    Args:
        prompt: Tokens of the prompt. Its name in files is `in`.
        reply: Tokens of the reply. Its name in files is `out`.
        cached: Tokens of the prompt that the server had in its cache.
    """

    prompt: int = field(default=0, name="in")
    reply: int = field(default=0, name="out")
    cached: int = 0


class Failure(Struct, frozen=True, gc=False):
    """Why a request has no reply.

    Args:
        kind: `auth`, `limit` (too many requests), `timeout`, `reset` (the connection), `server`
            (its own fault), `context` (too long a prompt), `filtered` (by a content filter),
            `refused` (by the server as invalid) or `other`.
        message: One line; keys are replaced by `***`.
    """

    kind: ErrorKind
    message: str = ""


class FailedError(Exception):
    """A request that fails, whatever is tried.

    Args:
        failure: The failure of the reply.
    """

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class Reply(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """The reply to one request; one line of a file of replies.

    Args:
        id: Id of the request.
        text: The text that the model returned, as it came; None where it returned none.
        model: The model as the server names it.
        finish_reason: Why the text ends: `stop`, `length` (it is cut), `content_filter` or a word
            of the server's own.
        refusal: The text of a refusal, where the server marks it as such.
        logprobs: The generated tokens with their log-probabilities, where requested.
        logprob: Log-probability of the continuation, for requests of the kind `loglikelihood`.
        n_tokens: Number of tokens of that continuation.
        usage: Numbers of tokens.
        attempts: How often the request was sent.
        seconds: Seconds from the first attempt to the reply.
        host: The host and port that were asked; "" where no server was asked.
        error: Why there is no reply, or None.
    """

    id: str
    text: str | None = None
    model: str = ""
    finish_reason: str | None = None
    refusal: str | None = None
    logprobs: tuple[TokenLogprob, ...] | None = None
    logprob: float | None = None
    n_tokens: int | None = None
    usage: Usage | None = None
    attempts: int = 1
    seconds: float = 0.0
    host: str = ""
    error: Failure | None = None


def request(
    *,
    kind: RequestKind = "chat",
    messages: tuple[Message, ...] = (),
    prompt: str = "",
    continuation: str = "",
    params: Mapping[str, Any] | None = None,
    repeat: int = 0,
    places: tuple[Place, ...] = (),
) -> Request:
    """Create a request, whose id is a hash of all its other fields but `places`.

    Args:
        kind: The kind of the request; see `Request` for this and the others.
        messages: The messages of a chat.
        prompt: The text to continue.
        continuation: The text whose log-probability is asked.
        params: Parameters of the request.
        repeat: Number of the repetition.
        places: What the request is asked for.
    """
    parameters = dict(params or {})
    return Request(
        id=hash_of([kind, messages, prompt, continuation, parameters, repeat]),
        kind=kind,
        messages=messages,
        prompt=prompt,
        continuation=continuation,
        params=parameters,
        repeat=repeat,
        places=places,
    )


def id_of(asked: Request) -> str:
    """Return the id that a request has by its other fields; another one is wrong."""
    return hash_of(
        [asked.kind, asked.messages, asked.prompt, asked.continuation, asked.params, asked.repeat]
    )


def hash_of(values: Any) -> str:
    """Return 32 hexadecimal digits: BLAKE2b (128 bits) of canonical JSON."""
    from hashlib import blake2b

    return blake2b(_canonical.encode(values), digest_size=16).hexdigest()
