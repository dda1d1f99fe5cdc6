"""The positions of a metric's tokens in the original text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Split = Callable[[str], Sequence[str]]
Span = tuple[int, int]

_CHUNK = re.compile(r"\S+")


@dataclass(frozen=True)
class Splitting:
    """The tokenization of a metric.

    Args:
        compared: Function from a text to the tokens that are compared.
        seen: Function from a text to the same tokens as they are written in the text, if
            `compared` changes them, as stemming does.
        joint: Separator, if the tokens are shown instead of the text.
    """

    compared: Split
    seen: Split | None = None
    joint: str = " "


@dataclass(frozen=True)
class TokenPositions:
    """The tokens of a text, with their positions.

    Args:
        tokens: Tokens that are compared.
        shown: The text that `spans` refer to: the original, or the joined tokens if they could
            not be found in it.
        spans: Start and end of each token, in characters.
    """

    tokens: Sequence[str]
    shown: str
    spans: Sequence[Span]


def locate(text: str, split: Splitting) -> TokenPositions:
    """Find a metric's tokens in a text."""
    tokens = split.compared(text)
    seen = split.seen or split.compared
    spans = _consecutive(text, seen(text)) or _by_chunk(text, seen, len(tokens))
    if spans is None or len(spans) != len(tokens):
        return _joined(tokens, split.joint)
    return TokenPositions(tokens, text, spans)


def _lowered(text: str) -> str:
    """Lowercase, unless that changes the length."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text


def _consecutive(text: str, tokens: Sequence[str]) -> list[Span] | None:
    """Find tokens that only whitespace separates."""
    low, at, spans = _lowered(text), 0, []
    for token in tokens:
        wanted = _lowered(token)
        while not low.startswith(wanted, at):
            if at >= len(text) or not text[at].isspace():
                return None
            at += 1
        spans.append((at, at + len(token)))
        at += len(token)
    return spans if not text[at:].strip() else None


def _by_chunk(text: str, seen: Split, count: int) -> list[Span] | None:
    """Find the tokens of each whitespace-separated chunk, if together they are all tokens."""
    spans: list[Span] = []
    found: list[str] = []
    for chunk in _CHUNK.finditer(text):
        tokens = seen(chunk[0])
        spans += _inside(chunk[0], tokens, chunk.start())
        found += tokens
    return spans if len(found) == count and found == list(seen(text)) else None


def _inside(chunk: str, tokens: Sequence[str], start: int) -> list[Span]:
    """Find tokens in a chunk, one after the other; if one is missing, each spans the chunk."""
    low, at, spans = _lowered(chunk), 0, []
    for token in tokens:
        found = low.find(_lowered(token), at)
        if found < 0:
            return [(start, start + len(chunk))] * len(tokens)
        at = found + len(token)
        spans.append((start + found, start + at))
    return spans


def _joined(tokens: Sequence[str], joint: str) -> TokenPositions:
    spans, at = [], 0
    for token in tokens:
        spans.append((at, at + len(token)))
        at += len(token) + len(joint)
    return TokenPositions(tokens, joint.join(tokens), spans)
