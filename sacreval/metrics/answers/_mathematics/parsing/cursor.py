"""A place in the tokens of a formula."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from sacreval.metrics.answers._mathematics.parsing.limits import undecided, unparsed


class Cursor:
    """Tokens, of which one is the next.

    Args:
        tokens: The tokens.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = [*tokens, ""]
        self.place = 0

    @property
    def _next(self) -> str:
        """The next token; "" at the end."""
        return self.tokens[self.place]

    def _take(self, expected: str = "") -> str:
        """Consume a token, which must equal `expected` unless that is empty."""
        piece = self.tokens[self.place]
        if not piece or (expected and piece != expected):
            unparsed(f"{expected or 'more'} is missing")
        self.place += 1
        return piece

    def _follows(self, sequence: Sequence[str]) -> bool:
        """Consume a sequence of tokens if it is next; return whether it is."""
        if self.tokens[self.place : self.place + len(sequence)] != [*sequence]:
            return False
        self.place += len(sequence)
        return True

    def _refuse(self, piece: str) -> NoReturn:
        """Raise the error for a token in a place where no rule has it."""
        if piece[0] in {"\\", '"'} and piece[1:2].isalpha():
            undecided(piece)
        unparsed(f"{piece} in this place")
