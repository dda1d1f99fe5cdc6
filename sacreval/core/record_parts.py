"""Parts of records: labelled error spans, and replies of models with tokens' log-probabilities."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct, field


class ErrorSpan(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A part of an output that a metric labels as an error.

    Args:
        text: The part.
        confidence: Mean probability of the labels of its tokens, 0 to 1.
        severity: minor, major or critical.
        start: Index of its first character in the output, from 0.
        end: Index after its last character.
        reference: Index of the reference beside which it is an error, from 0; None for a record
            with one reference or none.
    """

    text: str
    confidence: float
    severity: str
    start: int
    end: int
    reference: int | None = None


LEAST_LOGPROB = -9999.0  # what OpenAI and vLLM write for a probability of 0; JSON has no infinity


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
