"""Kernels of single texts: repeated keys of JSON, tokens by rules, and normalisers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from sacreval.native.batch import extension


def doubtful_key(text: bytes, start: int) -> int:
    """Find the first key that is repeated in its object, or that may be, as it has escapes.

    Args:
        text: One or more JSON values.
        start: Offset to start from, outside of all values.

    Returns:
        Offset of the key; the length of the text if there is none.
    """
    return cast("int", extension().doubtful_key(text, start))


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


def squad_normalizer() -> Callable[[str], str | None]:
    """Return SQuAD's normaliser of plain texts: it drops punctuation, case and articles.

    Returns:
        A function of a text that returns its words, with one blank between them; None for a text
        with other characters than ASCII letters, digits, punctuation and white space.

    Source:
        normalize_answer of SQuAD's evaluate-v1.1.py.
    """
    normalizer: Callable[[str], str | None] = extension().squad_text
    return normalizer
