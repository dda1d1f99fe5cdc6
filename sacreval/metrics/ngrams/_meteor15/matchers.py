"""The matchers of METEOR 1.5: equal words, equal stems, WordNet's synonyms, paraphrases.

The stemmers of METEOR 1.5: Snowball's of about 2010, and a table for Arabic. snowballstemmer 2.2
has newer rules than METEOR's jar in seven languages. There, letters that only newer rules know are
replaced before stemming, and restored afterwards.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_lowercase

from sacreval.errors import InputError, UsageError, nearest, one_line
from sacreval.metrics.ngrams._meteor15.meteor_counts import (
    Matcher,
    Words,
    are_equal,
    java_hash,
    word_hash,
)

Matches = Iterator[tuple[int, int, int, int]]
LONGEST_UNCHANGED = 2  # letters of words without endings
LONGEST_PHRASE = 7  # words; of the phrases in the paraphrase tables of METEOR 1.5
ENDINGS = (
    *zip(("s", "ses", "xes", "zes", "ches", "shes", "men", "ies"),
         ("", "s", "x", "z", "ch", "sh", "man", "y"), strict=True),
    *zip(("s", "ies", "es", "es", "ed", "ed", "ing", "ing"),
         ("", "y", "e", "", "e", "", "e", ""), strict=True),
    *zip(("er", "est", "er", "est"), ("", "", "e", "e"), strict=True),
)  # fmt: skip
"""Endings of nouns, verbs and adjectives, and what replaces them in the base form."""

Paraphrases = Callable[[Sequence[str]], Sequence[Sequence[str]]]


@dataclass(frozen=True)
class Synonyms:
    """Synsets of words.

    Args:
        synsets: Word to the numbers of its synsets.
        bases: Irregular form to its base forms.
    """

    synsets: Mapping[str, frozenset[int]] = field(repr=False)
    bases: Mapping[str, Sequence[str]] = field(repr=False)

    def of(self, word: str) -> frozenset[int]:
        """Return the synsets of a word and of its base forms."""
        synsets = self.synsets.get(word, frozenset())
        bases = self.bases[word] if word in self.bases else self._regular(word)
        return synsets.union(*(self.synsets.get(base, frozenset()) for base in bases))

    def _regular(self, word: str) -> Sequence[str]:
        """Return the first base form that has synsets, by the endings of regular forms."""
        word, full = (word[:-3], "ful") if word.endswith("ful") else (word, "")
        if word.endswith("ss") or len(word) <= LONGEST_UNCHANGED:
            return (word + full,)
        for ending, replacement in ENDINGS:
            if word.endswith(ending):
                base = word.removesuffix(ending) + replacement + full
                if base in self.synsets:
                    return (base,)
        return ()


def exact(predicted: Words, reference: Words) -> Matches:
    """Match words with the same hash code."""
    theirs = [word_hash(word) for word in predicted]
    for j, word in enumerate(reference):
        code = word_hash(word)
        yield from ((j, 1, i, 1) for i, other in enumerate(theirs) if other == code)


def stems(stem: Callable[[str], str]) -> Matcher:
    """Return the matcher of unequal words with the same stem."""

    def match(predicted: Words, reference: Words) -> Matches:
        theirs = [(word_hash(word), word_hash(stem(word))) for word in predicted]
        for j, word in enumerate(reference):
            code, stemmed = word_hash(word), word_hash(stem(word))
            for i, (other, other_stem) in enumerate(theirs):
                if other_stem == stemmed and other != code:
                    yield j, 1, i, 1

    return match


def synonyms(table: Synonyms) -> Matcher:
    """Return the matcher of unequal words that share a synset."""

    def match(predicted: Words, reference: Words) -> Matches:
        theirs = [(word_hash(word), table.of(word)) for word in predicted]
        for j, word in enumerate(reference):
            code, synsets = word_hash(word), table.of(word)
            for i, (other, senses) in enumerate(theirs):
                if other != code and not synsets.isdisjoint(senses):
                    yield j, 1, i, 1

    return match


def paraphrases(table: Paraphrases) -> Matcher:
    """Return the matcher of paraphrases, first those of the reference, then the prediction's."""

    def match(predicted: Words, reference: Words) -> Matches:
        yield from _phrases(table, reference, predicted)
        for i, n, j, m in _phrases(table, predicted, reference):
            yield j, m, i, n

    return match


def _phrases(table: Paraphrases, words: Words, other: Words) -> Matches:
    for start in range(len(words)):
        for length in range(1, min(LONGEST_PHRASE, len(words) - start) + 1):
            for paraphrase in table(tuple(words[start : start + length])):
                for place in _places(tuple(paraphrase), other):
                    yield start, length, place, len(paraphrase)


def _places(phrase: tuple[str, ...], words: Words) -> Iterator[int]:
    size = len(phrase)
    starts = range(len(words) - size + 1)
    return (i for i in starts if are_equal(words[i : i + size], phrase))


Stemmer = Callable[[str], str]

SNOWBALL = {
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
"""Language to the name of its Snowball stemmer."""

_UNKNOWN = "\ue000"  # a character that no rule mentions


def stemmer(language: str) -> Stemmer:
    """Return the stemmer of a language, a function of one word in lower case."""
    if language not in SNOWBALL:
        raise UsageError(f"there is no stemmer for '{language}'; {nearest(language, SNOWBALL)}")
    stem = _snowball(SNOWBALL[language])
    change = _CHANGES.get(language)
    return change(stem) if change else stem


def lookup_stemmer(path: Path) -> Stemmer:
    """Return the stemmer of METEOR's Arabic, which looks words up by Java's hash code."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            rows = (line.split(maxsplit=3) for line in lines)
            stems = {java_hash(row[0]): row[2] for row in rows}
    except (OSError, EOFError, zlib.error, ValueError, IndexError) as error:
        raise InputError(
            f"{path}: this table of stems cannot be read ({one_line(error)}); fetch it again: "
            "sacreval setup-metric meteor-1.5 --force"
        ) from None
    return lambda word: stems.get(java_hash(word), word)


def _snowball(name: str) -> Stemmer:
    """Return the stemmer in Python; `snowballstemmer.stemmer` may use PyStemmer of any version."""
    from importlib import import_module

    module = import_module(f"snowballstemmer.{name}_stemmer")
    stem: Stemmer = getattr(module, f"{name.capitalize()}Stemmer")().stemWord
    return stem


def _renamed(letters: Mapping[str, str]) -> Callable[[Stemmer], Stemmer]:
    """Stem with other letters, and restore them; no letter may be the new name of two."""
    forth = str.maketrans(dict(letters))
    back = str.maketrans({new: old for old, new in letters.items()})
    return lambda stem: lambda word: stem(word.translate(forth)).translate(back)


def _hidden(pattern: str, letters: str = _UNKNOWN) -> Callable[[Stemmer], Stemmer]:
    """Stem with another letter for those of the one group of a pattern that matches."""
    search = re.compile(pattern).search

    def change(stem: Stemmer) -> Stemmer:
        def changed(word: str) -> str:
            if (match := search(word)) is None:
                return stem(word)
            start, end = match.span(match.lastindex or 0)
            spare = next((letter for letter in letters if letter not in word), _UNKNOWN)
            hidden = word[:start] + spare * (end - start) + word[end:]
            return stem(hidden).replace(spare, word[start])

        return changed

    return change


def _as_consonants(alphabet: str, spare: str) -> Callable[[Stemmer], Stemmer]:
    """Treat all other characters as consonants, which newer rules list."""

    def change(stem: Stemmer) -> Stemmer:
        def changed(word: str) -> str:
            others = set(word).difference(alphabet)
            if not others:
                return stem(word)
            free = [letter for letter in spare if letter not in word]
            return _renamed(dict(zip(sorted(others), free, strict=False)))(stem)(word)

        return changed

    return change


def _finnish(stem: Stemmer) -> Stemmer:
    """Remove only the n of -siin, -seen, -tten and -den; the jar never removes the whole ending."""
    spare = "wxzqc"
    particles = "kin|kaan|kään|ko|kö|han|hän|pa|pä"
    ending = _hidden(f"(?:(s+)(?:iin|een)|(t+)en|(d+)en)(?:{particles})?$", spare)
    return _as_consonants(f"{ascii_lowercase}äö", spare)(ending(stem))


def _french(stem: Stemmer) -> Stemmer:
    """Treat ë and ï as vowels that end nothing, by stemming with another vowel instead of each."""

    def changed(word: str) -> str:
        if "ë" not in word and "ï" not in word:
            return stem(word)
        free = [vowel for vowel in "ùàôûê" if vowel not in word]
        stemmed = _renamed(dict(zip("ëï", free, strict=False)))(stem)(word)
        return stemmed.removesuffix("ë") if _GUE.fullmatch(word) else stemmed

    return changed


def _portuguese(stem: Stemmer) -> Stemmer:
    """Remove the Spanish endings for which newer rules have Portuguese ones."""
    older = _hidden("u(ç)(?:ão|ões)$")(stem)
    endings = {"ución": "u", "uciones": "u", "logía": "log", "logías": "log"}

    def changed(word: str) -> str:
        for ending, left in endings.items():
            start = word.removesuffix(ending)
            # Whether an ending is removed depends on the letters before it alone.
            if start != word and stem(f"{start}ução") == f"{start}u":
                return start + left
        return older(word)

    return changed


_VOWELS = "aeiouyâàëéêèïîôûù"
_GUE = re.compile(f"(?>par|col|tap|[{_VOWELS}]{{2}}.|.[^{_VOWELS}]*[{_VOWELS}]).*guës?")
"""French words of which the final ë is removed: those with -guë in Snowball's region RV."""

_CHANGES: Mapping[str, Callable[[Stemmer], Stemmer]] = {
    "da": _as_consonants(f"{ascii_lowercase}æøå", "qwx"),
    # Newer rules shorten -nisse and -nissen to -nis.
    "de": _hidden("nis(s)(?:e|en|es)$"),
    "fi": _finnish,
    "fr": _french,
    # The jar has the rules of ő and ű for õ and û.
    "hu": _renamed({"ő": "\ue000", "ű": "\ue001", "õ": "ő", "û": "ű"}),
    # Newer rules have the ending -ução in place of the Spanish one.
    "pt": _portuguese,
    # Newer rules take ё for the letter without dots.
    "ru": _renamed({"ё": _UNKNOWN}),
}
