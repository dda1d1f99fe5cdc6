"""Spans of errors in a text, from the probabilities of its tokens' labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sacreval.core.metric import Array

PENALTIES = {"minor": 1, "major": 5, "critical": 10}
MOST = 25


class TokenSpan(NamedTuple):
    """Neighbouring tokens that are labelled as errors.

    Args:
        severity: The label of the first of them: minor, major or critical.
        first: Index of the first token.
        end: Index after the last token.
        confidence: Mean probability of the tokens' labels, 0 to 1.
    """

    severity: str
    first: int
    end: int
    confidence: float


class ErrorSpan(NamedTuple):
    """A part of a text that is labelled as an error.

    Args:
        text: The part.
        severity: minor, major or critical.
        start: Index of its first character.
        end: Index after its last character.
        confidence: Mean probability of the labels of its tokens, 0 to 1.
    """

    text: str
    severity: str
    start: int
    end: int
    confidence: float


def spans(labels: Array, severities: Sequence[str]) -> list[TokenSpan]:
    """Find the longest runs of tokens whose most probable label is an error.

    A run that the last token does not end is left out, as in the original.

    Args:
        labels: Array (tokens, labels) of probabilities; label 0 is no error.
        severities: The severities of the other labels, in their order.
    """
    best = labels.argmax(axis=1)
    found: list[TokenSpan] = []
    first = None
    for i, label in enumerate(best):
        if label and first is None:
            first = i
        elif not label and first is not None:
            confidence = float(labels[first:i].max(axis=1).mean())
            found.append(TokenSpan(severities[best[first] - 1], first, i, confidence))
            first = None
    return found


def mqm(severities: Iterable[str]) -> float:
    """Return 1 - penalty / 25, where penalties of 1, 5 and 10 add up to at most 25.

    Args:
        severities: The severity of each span.
    """
    return (MOST - min(MOST, sum(PENALTIES.get(severity, 0) for severity in severities))) / MOST


def in_text(text: str, found: Sequence[TokenSpan],
            offsets: Sequence[tuple[int, int]]) -> list[ErrorSpan]:  # fmt: skip
    """Return spans of a text by their characters.

    Args:
        text: The text.
        found: Spans of its tokens.
        offsets: The first and the end character of each token.
    """
    placed = [(one, offsets[one.first][0], offsets[one.end - 1][1]) for one in found]
    return [
        ErrorSpan(text[start:end], one.severity, start, end, one.confidence)
        for one, start, end in placed
    ]
