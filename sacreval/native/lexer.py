"""Split texts into tokens by rules: the longest match is the next token."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sacreval.native.batch import extension

Rules = Iterable[tuple[str, str, str | None, tuple[tuple[str, str], ...]]]


class Lexer:
    """A compiled set of rules.

    Args:
        rules: By rule: the regular expression of the token, that of what must follow it, how it is
            written (None: as in the text, with the replacements), and the replacements. Of equally
            long matches the first rule's is taken; characters of no rule are dropped. Expressions
            match no line feed; they have literals, escapes, brackets, (?:...), alternatives and
            quantifiers only.
        dropped: Tokens that are left out.

    Raises:
        ValueError: if an expression is not supported.
    """

    def __init__(self, rules: Rules, dropped: Iterable[str]) -> None:
        self._lexer: Any = extension().lexer(tuple(tuple(rule) for rule in rules), tuple(dropped))

    def lines(self, texts: Iterable[str], *, workers: int = 1) -> list[str]:
        """Split texts.

        Args:
            texts: n texts; line feeds are blanks.
            workers: Number of threads.

        Returns:
            The tokens of each text, separated by blanks.
        """
        lines: list[str] = extension().lexer_lines(self._lexer, list(texts), workers)
        return lines
