"""Where the tokens of an answer are split: at signs outside brackets."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sacreval.metrics.answers._mathematics.parsing.tokens import CLOSING, OPENING


class Split(NamedTuple):
    """Tokens between signs.

    Args:
        parts: The parts, one more than signs.
        signs: The signs, in their order.
    """

    parts: list[list[str]]
    signs: list[str]


def split(pieces: Sequence[str], signs: AbstractSet[str]) -> Split:
    """Split tokens at signs outside brackets and environments.

    Args:
        pieces: The tokens.
        signs: The signs.
    """
    if signs.isdisjoint(pieces):
        return Split([list(pieces)], [])
    found = Split([[]], [])
    depth = 0
    for piece in pieces:
        if not depth and piece in signs:
            found.parts.append([])
            found.signs.append(piece)
            continue
        if piece in OPENING or piece.startswith(r"\begin:"):
            depth += 1
        elif piece in CLOSING or piece.startswith(r"\end:"):
            depth -= 1
        found.parts[-1].append(piece)
    return found


def closing(pieces: Sequence[str]) -> int:
    """Return the place of the bracket that closes the one in front; -1 if there is none."""
    depth = 0
    for place, piece in enumerate(pieces):
        depth += (piece in OPENING) - (piece in CLOSING)
        if not depth:
            return place
    return -1
