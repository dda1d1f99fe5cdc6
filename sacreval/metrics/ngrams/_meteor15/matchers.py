"""The matchers of METEOR 1.5: equal words, equal stems, WordNet's synonyms, paraphrases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sacreval.metrics.ngrams._meteor15.counts import Matcher, Words, are_equal, word_hash

Found = Iterator[tuple[int, int, int, int]]
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


def exact(predicted: Words, reference: Words) -> Found:
    """Match words with the same hash code."""
    theirs = [word_hash(word) for word in predicted]
    for j, word in enumerate(reference):
        code = word_hash(word)
        yield from ((j, 1, i, 1) for i, other in enumerate(theirs) if other == code)


def stems(stem: Callable[[str], str]) -> Matcher:
    """Return the matcher of unequal words with the same stem."""

    def match(predicted: Words, reference: Words) -> Found:
        theirs = [(word_hash(word), word_hash(stem(word))) for word in predicted]
        for j, word in enumerate(reference):
            code, stemmed = word_hash(word), word_hash(stem(word))
            for i, (other, other_stem) in enumerate(theirs):
                if other_stem == stemmed and other != code:
                    yield j, 1, i, 1

    return match


def synonyms(table: Synonyms) -> Matcher:
    """Return the matcher of unequal words that share a synset."""

    def match(predicted: Words, reference: Words) -> Found:
        theirs = [(word_hash(word), table.of(word)) for word in predicted]
        for j, word in enumerate(reference):
            code, synsets = word_hash(word), table.of(word)
            for i, (other, senses) in enumerate(theirs):
                if other != code and not synsets.isdisjoint(senses):
                    yield j, 1, i, 1

    return match


def paraphrases(table: Paraphrases) -> Matcher:
    """Return the matcher of paraphrases, first those of the reference, then the prediction's."""

    def match(predicted: Words, reference: Words) -> Found:
        yield from _phrases(table, reference, predicted)
        for i, n, j, m in _phrases(table, predicted, reference):
            yield j, m, i, n

    return match


def _phrases(table: Paraphrases, words: Words, other: Words) -> Found:
    for start in range(len(words)):
        for length in range(1, min(LONGEST_PHRASE, len(words) - start) + 1):
            for paraphrase in table(tuple(words[start : start + length])):
                for place in _places(tuple(paraphrase), other):
                    yield start, length, place, len(paraphrase)


def _places(phrase: tuple[str, ...], words: Words) -> Iterator[int]:
    size = len(phrase)
    starts = range(len(words) - size + 1)
    return (i for i in starts if are_equal(words[i : i + size], phrase))
