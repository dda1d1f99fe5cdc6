"""Log-probabilities of tokens in the responses of OpenAI-compatible servers, in three layouts."""

from __future__ import annotations

from itertools import accumulate
from math import exp, inf, isnan, log1p
from typing import NamedTuple, TypeVar

from msgspec import Struct

from sacreval.asking.requests import Failure
from sacreval.core.record_parts import LEAST_LOGPROB, TokenLogprob

_UNECHOED = (
    "the server gives no log-probabilities of the prompt; ask one that supports `echo` with "
    "`logprobs` in completions"
)
STRADDLED = (
    "a token of the model extends over the end of the prompt, so that the continuation has no "
    "log-probability of its own; begin the continuation with the blank before it"
)
T = TypeVar("T")


class _Top(Struct, gc=False):
    token: str
    logprob: float


class _Token(Struct, gc=False):
    token: str
    logprob: float
    top_logprobs: list[_Top] | None = None


class ChatLogprobs(Struct, gc=False):
    """Log-probabilities of a chat: an object for each token."""

    content: list[_Token] | None = None


class CompletionLogprobs(Struct, gc=False):
    """Log-probabilities of a completion: parallel lists, or an object for each token."""

    tokens: list[str] | None = None
    token_logprobs: list[float | None] | None = None
    top_logprobs: list[dict[str, float] | None] | None = None
    text_offset: list[int] | None = None
    content: list[_Token] | None = None


class Continuation(NamedTuple):
    """A text whose log-probability is asked, and what it continues."""

    prompt: str
    text: str


class Likelihood(NamedTuple):
    """The log-probability of a continuation, and the number of its tokens."""

    logprob: float
    n_tokens: int


def chat_tokens(logprobs: ChatLogprobs | None) -> tuple[TokenLogprob, ...] | None:
    """Return the tokens of a chat, or None where the response has none."""
    return None if logprobs is None else _listed(logprobs.content)


def completion_tokens(completion: CompletionLogprobs | None) -> tuple[TokenLogprob, ...] | None:
    """Return the tokens of a completion, or None where the response has none."""
    if completion is None or completion.tokens is None:
        return None if completion is None else _listed(completion.content)
    logprobs = _parallel(completion.token_logprobs, completion.tokens, "token_logprobs")
    none: list[dict[str, float] | None] = [None] * len(logprobs)
    tops = _parallel(completion.top_logprobs or none, completion.tokens, "top_logprobs")
    rows = zip(completion.tokens, logprobs, tops, strict=True)
    return tuple(_token(token, value, top or {}) for token, value, top in rows)


def continuation_logprob(
    logprobs: CompletionLogprobs | None, echoed: str, asked: Continuation
) -> Likelihood | Failure:
    """Sum the log-probabilities of the tokens of a continuation, by their places in the text.

    The first token of all has no log-probability where nothing is before it; with an empty prompt
    it is left out of the sum and of the number of tokens.
    """
    placed = _placed(logprobs, asked.prompt + asked.text)
    if not placed or not echoed.startswith(asked.prompt + asked.text):
        return Failure("other", _UNECHOED)
    start, end = len(asked.prompt), len(asked.prompt) + len(asked.text)
    if asked.text and all(token.start != start for token in placed):
        return Failure("other", STRADDLED)
    inside = [token.logprob for token in placed if start <= token.start < end]
    if inside and inside[0] is None and not asked.prompt:
        inside = inside[1:]
    values = [None if value is None else _finite(value) for value in inside]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return Failure("other", _UNECHOED)
    return Likelihood(sum(known), len(known))


class _Place(NamedTuple):
    """A token: where it starts in the text, and its log-probability."""

    start: int
    logprob: float | None


def _placed(logprobs: CompletionLogprobs | None, text: str) -> list[_Place]:
    """Return the tokens with their places in the text; a mark of its beginning is left out."""
    if logprobs is None:
        return []
    if logprobs.tokens is None:
        listed = logprobs.content or []
        tokens: list[str] = [x.token for x in listed]
        values: list[float | None] = [x.logprob for x in listed]
    else:
        tokens = logprobs.tokens
        values = _parallel(logprobs.token_logprobs, tokens, "token_logprobs")
    starts = logprobs.text_offset or [0, *accumulate(map(len, tokens))][: len(tokens)]
    places = list(map(_Place, _parallel(starts, tokens, "text_offset"), values))
    if tokens and places[0].logprob is None and not _begins(text, tokens[0]):
        places = places[1:]  # such as <s>, which the server adds
    first = places[0].start if places else 0
    return [_Place(place.start - first, place.logprob) for place in places]


def _begins(text: str, token: str) -> bool:
    """Return whether a text begins with a token, which may be a part of a character."""
    partial = "�" in token or token.startswith("bytes:")
    return bool(token) and (partial or text.startswith(token))


def _listed(content: list[_Token] | None) -> tuple[TokenLogprob, ...] | None:
    if content is None:
        return None
    return tuple(_token(x.token, x.logprob, _joined(x.top_logprobs)) for x in content)


def _token(token: str, logprob: float | None, top: dict[str, float]) -> TokenLogprob:
    if logprob is None:
        raise ValueError("the response has a token without log-probability")
    return TokenLogprob(token, _finite(logprob), {name: _finite(x) for name, x in top.items()})


def _joined(top: list[_Top] | None) -> dict[str, float]:
    """Return tokens to log-probabilities; tokens with the same text share their probability."""
    logprobs: dict[str, float] = {}
    for token in top or ():
        value, held = _finite(token.logprob), logprobs.get(token.token)
        logprobs[token.token] = value if held is None else _log_sum(held, value)
    return logprobs


def _log_sum(a: float, b: float) -> float:
    high, low = max(a, b), min(a, b)
    return high + log1p(exp(low - high))


def _finite(logprob: float) -> float:
    if isnan(logprob) or logprob == inf:
        raise ValueError("the response has a log-probability that is no number")
    return max(logprob, LEAST_LOGPROB)


def _parallel(values: list[T] | None, tokens: list[str], name: str) -> list[T]:
    if values is None or len(values) != len(tokens):
        raise ValueError(f"the response has another number of `{name}` than of `tokens`")
    return values
