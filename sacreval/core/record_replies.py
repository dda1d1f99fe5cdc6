"""Replies of models as they are joined to a record, with the tokens' log-probabilities."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field


class TokenLogprob(Struct, frozen=True, omit_defaults=True, gc=False):
    """A generated token with its log-probability and the most probable tokens in its place.

    Args:
        token: The token's text.
        logprob: Natural logarithm of its probability.
        top: The most probable tokens in its place to their log-probabilities.
    """

    token: str
    logprob: float
    top: dict[str, float] = field(default_factory=dict)


class RecordReply(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A reply as it is joined to a record, before any row is computed.

    Args:
        ask: Name of the step of the judge.
        variant: Which of several prompts about the record.
        repeat: Number of the repetition, from 0.
        source: Which of several files of replies, from 0: the member of a panel.
        text: The text; None where there is none.
        truncated: Whether the text is cut at the limit of tokens.
        missing: Why there is no text: `refused` (by the model or a filter), `failed`, or
            `not_asked`; "" where there is one.
        logprobs: The generated tokens with their log-probabilities, or None.
    """

    ask: str = ""
    variant: str = ""
    repeat: int = 0
    source: int = 0
    text: str | None = None
    truncated: bool = False
    missing: Literal["", "refused", "failed", "not_asked"] = ""
    logprobs: tuple[TokenLogprob, ...] | None = None
