"""The stemmer of ROUGE-1.5.5: exception lists, then Porter's rules with its own step 4.

Source: Porter (1980), An algorithm for suffix stripping; ROUGE-1.5.5 (Lin 2004).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sacreval.metrics.ngrams._rouge155.porter import STEP_2, STEP_3, singular
from sacreval.text.word_lists import read_list

LONGEST_UNSTEMMED = 3  # letters; shorter words are neither looked up nor stemmed
LISTS = ("adj", "noun", "adv", "verb")  # a later line of a form wins, as in the script's database
_C, _V = "[^aeiou][^aeiouy]*", "[aeiouy][aeiou]*"
_VOWEL = re.compile(f"(?:{_C})?[aeiouy]")
_ABOVE_0 = re.compile(f"(?:{_C})?{_V}{_C}")
_ABOVE_1 = re.compile(f"(?:{_C})?{_V}{_C}{_V}{_C}")
_IS_1 = re.compile(f"(?:{_C})?{_V}{_C}(?:{_V})?")
_SHORT = re.compile(f"{_C}[aeiouy][^aeiouwxy]")
_DOUBLE = re.compile(r"([^aeiouylsz])\1$")
_STEP_2, _STEP_3 = dict(STEP_2), dict(STEP_3)
_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
)  # fmt: skip


@cache
def exceptions(folder: Path) -> Mapping[str, str]:
    """Read the exception lists.

    Args:
        folder: The folder of ROUGE's data, with `WordNet-2.0-Exceptions/`.

    Returns:
        Irregular form to base form; the first base where a line has several.

    Raises:
        NotSetUpError: If a list cannot be read.
    """
    bases: dict[str, str] = {}
    for name in LISTS:
        path = folder / "WordNet-2.0-Exceptions" / f"{name}.exc"
        for line in read_list(path, "rouge-1.5.5").splitlines():
            if len(cells := line.split()) > 1:
                bases[cells[0]] = cells[1]
    return bases


def stem(word: str, irregular: Mapping[str, str]) -> str:
    """Return the stem of a word of a-z and 0-9."""
    if len(word) <= LONGEST_UNSTEMMED:
        return word
    return irregular.get(word) or porter(word)


def porter(word: str) -> str:
    """Apply Porter's rules to a word of more than two letters."""
    if word.startswith("y"):  # a consonant
        return "y" + _steps("Y" + word[1:])[1:]
    return _steps(word)


def _steps(word: str) -> str:
    for step in (singular, _step_1b, _step_1c, _step_2, _step_3, _step_4, _step_5):
        word = step(word)
    return word


def _step_1b(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _ABOVE_0.match(word[:-3]) else word
    for suffix in ("ed", "ing"):
        if word.endswith(suffix) and _VOWEL.match(word[: -len(suffix)]):
            return _restored(word[: -len(suffix)])
    return word


def _restored(word: str) -> str:
    """Restore the ending of a word that has lost -ed or -ing."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if _DOUBLE.search(word):
        return word[:-1]
    return word + "e" if _SHORT.fullmatch(word) else word


def _step_1c(word: str) -> str:
    return word[:-1] + "i" if word.endswith("y") and _VOWEL.match(word[:-1]) else word


def _step_2(word: str) -> str:
    return _replaced(word, _STEP_2)


def _step_3(word: str) -> str:
    return _replaced(word, _STEP_3)


def _replaced(word: str, rules: Mapping[str, str]) -> str:
    suffix = max(filter(word.endswith, rules), key=len, default="")
    base = word[: len(word) - len(suffix)]
    return base + rules[suffix] if suffix and _ABOVE_0.match(base) else word


def _step_4(word: str) -> str:
    """Drop up to three suffixes in turn: ROUGE tries each list on the result of the one before."""
    word = _dropped(word, max(filter(word.endswith, _STEP_4), key=len, default=""))
    word = _dropped(word, "ment")
    if word.endswith("ent"):
        return _dropped(word, "ent")
    return _dropped(word, "ion") if word.endswith(("sion", "tion")) else word


def _dropped(word: str, suffix: str) -> str:
    base = word.removesuffix(suffix)
    return base if _ABOVE_1.match(base) else word


def _step_5(word: str) -> str:
    if word.endswith("e"):
        base = word[:-1]
        if _ABOVE_1.match(base) or (_IS_1.fullmatch(base) and not _SHORT.fullmatch(base)):
            word = base
    return word[:-1] if word.endswith("ll") and _ABOVE_1.match(word) else word
