"""Splitting texts into units: characters, blank-separated tokens, or words and marks."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal

Unit = Literal["character", "token", "word"]

WORD = re.compile(r"\w+(?:['\u2019]\w+)*|[^\w\s]")


def units(text: str, unit: Unit) -> Sequence[str]:
    """Split a text.

    Args:
        text: The text.
        unit: character; token, which blanks separate; or word, where every punctuation mark is a
            unit of its own.
    """
    if unit == "character":
        return text
    return text.split() if unit == "token" else WORD.findall(text)


def ngrams(items: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    """Count the n-grams of a sequence."""
    return Counter(zip(*(items[i:] for i in range(n)), strict=False))
