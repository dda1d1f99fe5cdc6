"""Spans of errors in a text, from the probabilities of its tokens' labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.error_spans import ErrorSpan

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


def spans(labels: Array, severities: Sequence[str]) -> list[TokenSpan]:
    """Find the longest runs of tokens whose most probable label is an error.

    A run that the last token does not end is left out, as in the original.
    """
    best = labels.argmax(axis=1)
    runs: list[TokenSpan] = []
    first = None
    for i, label in enumerate(best):
        if label and first is None:
            first = i
        elif not label and first is not None:
            confidence = float(labels[first:i].max(axis=1).mean())
            runs.append(TokenSpan(severities[best[first] - 1], first, i, confidence))
            first = None
    return runs


def mqm(severities: Iterable[str]) -> float:
    """Return 1 - penalty / 25, where penalties of 1, 5 and 10 add up to at most 25."""
    return (MOST - min(MOST, sum(PENALTIES.get(severity, 0) for severity in severities))) / MOST


def in_text(
    text: str,
    token_spans: Sequence[TokenSpan],
    offsets: Sequence[tuple[int, int]],
    reference: int | None = None,
) -> list[ErrorSpan]:
    """Return spans of a text by their characters."""
    placed = [(span, offsets[span.first][0], offsets[span.end - 1][1]) for span in token_spans]
    return [
        ErrorSpan(
            text=text[start:end],
            confidence=span.confidence,
            severity=span.severity,
            start=start,
            end=end,
            reference=reference,
        )
        for span, start, end in placed
    ]
