"""Normalisers: named functions from text to text, applied to both sides before comparing."""

import re
import string
from collections.abc import Callable
from typing import Literal, get_args

Normalizer = Literal["none", "lower", "strip", "squad", "helm"]

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def squad(text: str) -> str:
    """Lowercase, drop ASCII punctuation and English articles, squeeze blanks.

    Source: the evaluation script of SQuAD 1.1 (Rajpurkar et al. 2016).
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def helm(text: str) -> str:
    """Normalise word by word, splitting at hyphens and writing numbers as floats.

    A word that is a number keeps its decimal point; lighteval strips the point first, which
    turns 5.50 into 550.0.

    Source: DROP's evaluation script (Dua et al. 2019), which HELM-style scorers copy.
    """
    words = (_helm_word(word) for word in re.split(r"[ -]", text))
    return " ".join(" ".join(words).split())


def _helm_word(word: str) -> str:
    word = word.lower()
    word = word if _is_number(word) else word.translate(_PUNCTUATION)
    word = str(float(word)) if _is_number(word) else word
    return _ARTICLES.sub(" ", word).strip()


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


NORMALIZERS: dict[Normalizer, Callable[[str], str]] = {
    "none": str,
    "lower": str.lower,
    "strip": str.strip,
    "squad": squad,
    "helm": helm,
}
if set(NORMALIZERS) != set(get_args(Normalizer)):  # pragma: no cover
    raise AssertionError("Normalizer and NORMALIZERS must name the same functions")
