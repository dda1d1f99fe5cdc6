"""Answers found by plain rules: the first line, the first word, yes or no, a list."""

from __future__ import annotations

import re
from collections.abc import Callable
from unicodedata import category

from sacreval.errors import RecordError, UsageError
from sacreval.text.answers.yes_no import yes_or_no

_ESCAPES = {"\\n": "\n", "\\t": "\t"}
_KEPT = "#%&@"  # marks that belong to a word, as in C#
_SIGNED = re.compile(r"-\.?\d")


def first_line(text: str) -> str:
    """Return the first line with a character other than white space, without space at its ends."""
    for line in text.splitlines():
        if found := line.strip():
            return found
    raise RecordError("no line with text in the output; check it")


def first_word(text: str) -> str:
    """Return the first word between white space, without punctuation at its ends.

    The minus of a number stays, and so do %, #, & and @.
    """
    for word in text.split():
        inside = [i for i, sign in enumerate(word) if not _is_mark(sign)]
        if inside:
            start, end = inside[0], inside[-1] + 1
            return word[start - (start > 0 and bool(_SIGNED.match(word, start - 1))) : end]
    raise RecordError("no word in the output; check it")


def _is_mark(sign: str) -> bool:
    """Return whether a character is punctuation, or a mark of Markdown."""
    return sign in "`~^|" or (category(sign).startswith("P") and sign not in _KEPT)


def said(text: str) -> str:
    """Return yes or no, whichever of these words an output says."""
    found = yes_or_no(text)
    if found is None:
        raise RecordError(
            "the output does not say yes or no, or says both; check it, or extract in another way"
        )
    return "yes" if found else "no"


def by_separator(separator: str) -> Callable[[str], list[str]]:
    r"""Create the function that splits a text into a list.

    Args:
        separator: What is between items; `\n` and `\t` are a line end and a tab.

    Raises:
        UsageError: If it is empty.
    """
    if not separator:
        raise UsageError("list: needs a separator; write one after it, as in 'list:,'")
    between = _ESCAPES.get(separator, separator)

    def items(text: str) -> list[str]:
        return [item for part in text.split(between) if (item := part.strip())]

    return items
