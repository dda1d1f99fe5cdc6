"""Answers in words, such as a name, a direction or the letter of a choice."""

from __future__ import annotations

import re

from sacreval.metrics.answers._mathematics.answers import Words

_WRAPPED = re.compile(r"\\(?:text|textbf|textrm|textit|mathrm|mathbf|mbox)\s*\{([^{}]*)\}")
_PLAIN_WORDS = re.compile(r"[A-Za-z][A-Za-z']{2,}(?:[ -]+[A-Za-z][A-Za-z']*){0,5}\.?|[Nn]o\.?")
_WRAPPED_WORDS = re.compile(r"[A-Za-z][A-Za-z']+(?:[ -]+[A-Za-z][A-Za-z']*){0,5}\.?")
_FORMULAS = re.compile(
    r"(?:sqrt|sin|cos|tan|cot|sec|csc|ln|log|exp|pi|inf|infinity|arc\w+|abs|alpha|beta|theta)\b"
)
_SEVERAL = re.compile(r"\b(?:and|or)\b")


def words(text: str) -> Words | None:
    r"""Return an answer in up to six words, which may be in `\text{}`; None if the text is none.

    Args:
        text: The answer, without blanks at its ends.
    """
    wrapped = _WRAPPED.fullmatch(text)
    plain = (wrapped[1] if wrapped else text).strip()
    pattern = _WRAPPED_WORDS if wrapped else _PLAIN_WORDS
    if not pattern.fullmatch(plain) or _FORMULAS.match(plain) or _SEVERAL.search(plain):
        return None
    return Words(" ".join(plain.rstrip(".").lower().split()))
