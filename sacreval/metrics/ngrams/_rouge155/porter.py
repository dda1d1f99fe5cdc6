"""Porter's stemmer (1980) with Martin Porter's later changes, bli for abli and logi to log."""

from __future__ import annotations

from functools import lru_cache

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
SHAPES = str.maketrans(LETTERS, "".join("v" if c in "aeiou" else "c" for c in LETTERS))

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
    if len(word) <= 2:  # from the rules
        return word
    word = _past_and_gerund(singular(word))
    if word.endswith("y") and "v" in _shape(word[:-1]):
        word = f"{word[:-1]}i"
    word = _porter_replaced(_porter_replaced(word, STEP_2), STEP_3)
    return _without_e(_without_suffix(word))


def singular(word: str) -> str:
    """Drop the ending of a plural: step 1a."""
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past_and_gerund(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        rest = word.removesuffix(suffix)
        if rest != word:
            return _repaired(rest) if "v" in _shape(rest) else word
    return word


def _repaired(word: str) -> str:
    """Return what is left without -ed or -ing, as it was before."""
    if word.endswith(("at", "bl", "iz")):
        return f"{word}e"
    if word[-2:-1] == word[-1:] and _shape(word).endswith("c") and word[-1] not in "lsz":
        return word[:-1]
    return f"{word}e" if _measure(word) == 1 and _is_short(word) else word


def _porter_replaced(word: str, rules: tuple[tuple[str, str], ...]) -> str:
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
        if m > 1 or (m == 1 and not _is_short(rest)):
            word = rest
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _measure(text: str) -> int:
    """Count the sequences of vowels that a consonant follows."""
    return _shape(text).count("vc")


def _is_short(text: str) -> bool:
    """Return whether a text ends in consonant, vowel and a consonant other than w, x and y."""
    return _shape(text).endswith("cvc") and text[-1] not in "wxy"


def _shape(text: str) -> str:
    """Return v for every vowel and c for every consonant.

    A consonant is a letter other than aeiou, and y at the start or after a vowel.
    """
    if "y" not in text:
        return text.translate(SHAPES)
    shape = ""
    for letter in text:
        is_vowel = letter in "aeiou" or (letter == "y" and shape.endswith("c"))
        shape += "v" if is_vowel else "c"
    return shape
