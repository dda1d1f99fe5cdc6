"""Porter's stemmer (1980) with Martin Porter's later changes, bli for abli and logi to log."""

from __future__ import annotations

import re
from functools import lru_cache

# A consonant is a letter other than aeiou, and y at the start or after a vowel.
C, V = "(?:[^aeiouy]|(?<![^aeiou])y|^y)", "(?:[aeiou]|(?<=[^aeiou])y)"
VOWEL = re.compile(V)
MEASURED = re.compile(f"{V}{C}")
DOUBLED = re.compile(f"([^aeiouylsz])\\1$")
SHORT = re.compile(f"{C}{V}(?![wxy]){C}$")

STEP_2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"),
    ("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"),
    ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
    ("logi", "log"),
)  # fmt: skip
STEP_3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""),
    ("ness", ""),
)  # fmt: skip
STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou",
    "ism", "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip


@lru_cache(maxsize=2**17)
def stem(word: str) -> str:
    """Return the stem of a word.

    Args:
        word: A word in lower case; words of one or two letters are their own stems.

    Source: nltk.stem.PorterStemmer in the mode MARTIN_EXTENSIONS.
    """
    if len(word) <= 2:  # noqa: PLR2004 - from the rules
        return word
    word = _past_and_gerund(_plural(word))
    if word.endswith("y") and VOWEL.search(word[:-1]):
        word = f"{word[:-1]}i"
    word = _replaced(_replaced(word, STEP_2), STEP_3)
    return _without_e(_without_suffix(word))


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past_and_gerund(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        rest = word.removesuffix(suffix)
        if rest != word:
            return _repaired(rest) if VOWEL.search(rest) else word
    return word


def _repaired(word: str) -> str:
    """Return what is left without -ed or -ing, as it was before."""
    if word.endswith(("at", "bl", "iz")):
        return f"{word}e"
    if DOUBLED.search(word):
        return word[:-1]
    return f"{word}e" if _measure(word) == 1 and SHORT.search(word) else word


def _replaced(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    for suffix, other in rules:
        if word.endswith(suffix):
            rest = word.removesuffix(suffix)
            return rest + other if _measure(rest) > 0 else word
    return word


def _without_suffix(word: str) -> str:
    for suffix in STEP_4:
        if word.endswith(suffix):
            rest = word.removesuffix(suffix)
            dropped = _measure(rest) > 1 and (suffix != "ion" or rest.endswith(("s", "t")))
            return rest if dropped else word
    return word


def _without_e(word: str) -> str:
    if word.endswith("e"):
        rest = word[:-1]
        m = _measure(rest)
        if m > 1 or (m == 1 and not SHORT.search(rest)):
            word = rest
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _measure(text: str) -> int:
    """Count the vowels that a consonant follows."""
    return len(MEASURED.findall(text))
