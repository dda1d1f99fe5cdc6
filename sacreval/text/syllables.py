"""Sentences, words and syllables of English texts, as readability formulas count them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

SENTENCE_END = re.compile(r"(?<![.!?…])[.!?…]++[\"'\u201d\u2019)\]]*+(?=\s|$)|\n\s*\n")
VOWELS = re.compile(r"[aeiouy]+")
SILENT_E = re.compile(r"(?<![aeiouyl])e$|(?<=[aeiouy]l)e$")
SILENT_ES = re.compile(r"(?<![aeiouysxzcg])(?<!sh)(?<!ch)es$")
SILENT_ED = re.compile(r"(?<![aeiouytd])ed$")
MARKS = re.compile(r"[^a-z]+")


def words(text: str) -> list[str]:
    """Return the blank-separated tokens that have a letter or a digit."""
    return [token for token in text.split() if any(map(str.isalnum, token))]


def sentences(text: str) -> int:
    """Count the sentences: the parts between ends of sentences that have a word.

    A sentence ends at `.`, `!`, `?` or `…`, and the quotes and brackets after it, before a blank or
    the end of the text, or at an empty line.

    Returns:
        The number of sentences, at least 1 if the text has a word.
    """
    return sum(1 for part in SENTENCE_END.split(text) if words(part))


@lru_cache(maxsize=2**16)
def syllables(word: str) -> int:
    """Count the syllables of an English word.

    A syllable is a sequence of the vowels a, e, i, o, u and y, without accents. A final e is silent
    after a consonant, unless the word ends in a consonant and -le; so are the e of -es, unless
    after s, x, z, c, g, sh or ch, and that of -ed, unless after t or d.

    Args:
        word: A word; a hyphen or an apostrophe separates its parts.

    Returns:
        The number of syllables, at least 1 for every part with letters; 1 for a word without a-z.
    """
    plain = unicodedata.normalize("NFD", word.lower())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    plain = re.sub(r"['\u2019](s|t|d|m|re|ve|ll)\b", r"\1", plain)
    return max(1, sum(map(_syllables, filter(None, MARKS.split(plain)))))


def _syllables(part: str) -> int:
    spoken = part
    for silent in (SILENT_E, SILENT_ES, SILENT_ED):
        spoken = silent.sub("", spoken)
    return max(1, len(VOWELS.findall(spoken)))


def by_rule(text: str) -> list[str]:
    """Return the sentences of a text, without blanks around them.

    A sentence ends at `.`, `!`, `?` or `…`, and the quotes and brackets after it, before a blank or
    the end of the text, or at an empty line; abbreviations are not known.
    """
    ends = [0, *(match.end() for match in SENTENCE_END.finditer(text)), len(text)]
    return [part for a, b in pairwise(ends) if (part := text[a:b].strip())]
