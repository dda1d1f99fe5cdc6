"""Log-probabilities of tokens in the responses of OpenAI-compatible servers, in three layouts."""

from __future__ import annotations

from itertools import accumulate
from math import exp, inf, isnan, log1p
from typing import NamedTuple, TypeVar

from msgspec import Struct

from sacreval.asking.requests import Failure
from sacreval.core.record_replies import TokenLogprob

LEAST = -9999.0  # what OpenAI and vLLM write for a probability of 0; JSON has no infinity
_UNECHOED = (
    "the server gives no log-probabilities of the prompt; ask one that supports `echo` with "
    "`logprobs` in completions"
)
_STRADDLED = (
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


def chat_tokens(found: ChatLogprobs | None) -> tuple[TokenLogprob, ...] | None:
    """Return the tokens of a chat, or None where the response has none."""
    return None if found is None else _listed(found.content)


def completion_tokens(found: CompletionLogprobs | None) -> tuple[TokenLogprob, ...] | None:
    """Return the tokens of a completion, or None where the response has none."""
    if found is None or found.tokens is None:
        return None if found is None else _listed(found.content)
    logprobs = _parallel(found.token_logprobs, found.tokens, "token_logprobs")
    none: list[dict[str, float] | None] = [None] * len(logprobs)
    tops = _parallel(found.top_logprobs or none, found.tokens, "top_logprobs")
    rows = zip(found.tokens, logprobs, tops, strict=True)
    return tuple(_token(token, value, top or {}) for token, value, top in rows)


def continuation_logprob(
    found: CompletionLogprobs | None, echoed: str, asked: Continuation
) -> Likelihood | Failure:
    """Sum the log-probabilities of the tokens of a continuation, by their places in the text.

    The first token of all has no log-probability where nothing is before it; with an empty prompt
    it is left out of the sum and of the number of tokens.
    """
    placed = _placed(found, asked.prompt + asked.text)
    if not placed or not echoed.startswith(asked.prompt + asked.text):
        return Failure("other", _UNECHOED)
    start, end = len(asked.prompt), len(asked.prompt) + len(asked.text)
    if asked.text and all(one.start != start for one in placed):
        return Failure("other", _STRADDLED)
    inside = [one.logprob for one in placed if start <= one.start < end]
    if inside and inside[0] is None and not asked.prompt:
        inside = inside[1:]
    values = [None if one is None else _finite(one) for one in inside]
    known = [one for one in values if one is not None]
    if len(known) < len(values):
        return Failure("other", _UNECHOED)
    return Likelihood(sum(known), len(known))


class _Place(NamedTuple):
    """A token: where it starts in the text, and its log-probability."""

    start: int
    logprob: float | None


def _placed(found: CompletionLogprobs | None, text: str) -> list[_Place]:
    """Return the tokens with their places in the text; a mark of its beginning is left out."""
    if found is None:
        return []
    if found.tokens is None:
        listed = found.content or []
        tokens: list[str] = [one.token for one in listed]
        values: list[float | None] = [one.logprob for one in listed]
    else:
        tokens = found.tokens
        values = _parallel(found.token_logprobs, tokens, "token_logprobs")
    starts = found.text_offset or [0, *accumulate(map(len, tokens))][: len(tokens)]
    places = list(map(_Place, _parallel(starts, tokens, "text_offset"), values))
    if tokens and places[0].logprob is None and not _begins(text, tokens[0]):
        places = places[1:]  # such as <s>, which the server adds
    first = places[0].start if places else 0
    return [_Place(one.start - first, one.logprob) for one in places]


def _begins(text: str, token: str) -> bool:
    """Return whether a text begins with a token, which may be a part of a character."""
    partial = "�" in token or token.startswith("bytes:")
    return bool(token) and (partial or text.startswith(token))


def _listed(content: list[_Token] | None) -> tuple[TokenLogprob, ...] | None:
    if content is None:
        return None
    return tuple(_token(one.token, one.logprob, _joined(one.top_logprobs)) for one in content)


def _token(token: str, logprob: float | None, top: dict[str, float]) -> TokenLogprob:
    if logprob is None:
        raise ValueError("the response has a token without log-probability")
    return TokenLogprob(token, _finite(logprob), {name: _finite(one) for name, one in top.items()})


def _joined(top: list[_Top] | None) -> dict[str, float]:
    """Return tokens to log-probabilities; tokens with the same text share their probability."""
    found: dict[str, float] = {}
    for one in top or ():
        value, held = _finite(one.logprob), found.get(one.token)
        found[one.token] = value if held is None else _log_sum(held, value)
    return found


def _log_sum(a: float, b: float) -> float:
    high, low = max(a, b), min(a, b)
    return high + log1p(exp(low - high))


def _finite(logprob: float) -> float:
    if isnan(logprob) or logprob == inf:
        raise ValueError("the response has a log-probability that is no number")
    return max(logprob, LEAST)


def _parallel(values: list[T] | None, tokens: list[str], name: str) -> list[T]:
    if values is None or len(values) != len(tokens):
        raise ValueError(f"the response has another number of `{name}` than of `tokens`")
    return values
