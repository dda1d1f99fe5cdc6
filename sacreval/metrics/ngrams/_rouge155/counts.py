"""Matches of ROUGE-1.5.5 for a peer and a model: N, L, W, S, SU and basic elements.

Basic elements of ROUGE-1.5.5: `head|modifier|relation`, one on each line. Source: Hovy, Lin and
Zhou (2005), Evaluating DUC 2005 using Basic Elements; ROUGE-1.5.5.

The readable definition; the kernel computes the same counts.

Source: Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries; ROUGE-1.5.5.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sacreval.metrics.ngrams._rouge155.rouge_options import (
    BasicElements,
    Measures,
    WordRules,
    sentences,
    sentences_of_lcs,
    tokens,
    whole_text,
)
from sacreval.metrics.ngrams._rouge155.rouge_stems import LONGEST_UNSTEMMED, stem

NOTHING = "nil"
FIELDS = 3
_WORD = re.compile("[A-Za-z0-9]")


def elements(
    lines: Sequence[bytes], kind: BasicElements, irregular: Mapping[str, str] | None
) -> list[tuple[str, ...]]:
    """Return what is compared of each basic element."""
    compared = []
    for line in lines:
        parts = [*fields(line), "", "", ""][:FIELDS]
        head, modifier, relation = (_stemmed(part, irregular) for part in parts)
        if _counts(kind, modifier, relation):
            compared.append((head, modifier, relation)[: _LENGTH[kind[:3]]])
    return compared


_LENGTH = {"H": 1, "HM": 2, "HM1": 2, "HMR": 3}


def fields(line: bytes) -> list[str]:
    """Split a basic element into its fields, in lower case; empty fields at the end are dropped."""
    parts = line.lower().decode("latin-1").split("|")
    while parts and not parts[-1]:
        parts.pop()
    return parts


def fault(text: str) -> str | None:
    """Return an error if a line of a text is not a basic element."""
    for line in sentences(text):
        if len(fields(line)) != FIELDS:
            shown = line.decode("utf-8", "replace")[:40]
            return f"'{shown}' is not a basic element; write head|modifier|relation on each line"
    return None


def _counts(kind: BasicElements, modifier: str, relation: str) -> bool:
    if kind == "H":
        return modifier == NOTHING
    if kind in ("HM", "HMR1"):
        return modifier != NOTHING
    return kind != "HMR" or relation != NOTHING


def _stemmed(field: str, irregular: Mapping[str, str] | None) -> str:
    if irregular is None or len(field) <= LONGEST_UNSTEMMED:
        return field
    parts = field.split(" ")
    return " ".join(stem(part, irregular) if _WORD.search(part) else part for part in parts)


Table = list[list[float]]


def weight_of(length: float, weight: float) -> float:
    """Return the weight of a run, length^weight; 0 for no words."""
    return float(length) ** weight if length else 0.0


def marked(sentence: Sequence[str], others: Sequence[Sequence[str]]) -> list[bool]:
    """Mark the words of a sentence that are in its LCS with any other sentence."""
    return _union(sentence, others, _lengths)


def weighted_marked(
    sentence: Sequence[str], others: Sequence[Sequence[str]], weight: float
) -> list[bool]:
    """Mark the words that are in the weighted LCS, where long runs count for more."""
    return _union(sentence, others, lambda a, b: _weights(a, b, weight))


def _union(
    sentence: Sequence[str],
    others: Sequence[Sequence[str]],
    table_of: Callable[[Sequence[str], Sequence[str]], Table],
) -> list[bool]:
    marks = [False] * len(sentence)
    for other in others:
        table = table_of(sentence, other)
        i, j = len(sentence), len(other)
        while i and j:
            if sentence[i - 1] == other[j - 1]:
                i, j = i - 1, j - 1
                marks[i] = True
            elif table[i - 1][j] >= table[i][j - 1]:
                i -= 1
            else:
                j -= 1
    return marks


def _lengths(a: Sequence[str], b: Sequence[str]) -> Table:
    return _weights(a, b, 1.0)


def _weights(a: Sequence[str], b: Sequence[str], weight: float) -> Table:
    """Return the weights of the best common subsequences, (len(a) + 1, len(b) + 1)."""
    best: Table = [[0.0] * (len(b) + 1) for _ in range(len(a) + 1)]
    runs = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            if x == y:
                k = runs[i][j]
                longer = best[i][j] + weight_of(k + 1, weight)  # this order decides ties
                best[i + 1][j + 1], runs[i + 1][j + 1] = longer - weight_of(k, weight), k + 1
            else:
                best[i + 1][j + 1] = max(best[i][j + 1], best[i + 1][j])
    return best


class Counts(NamedTuple):
    """What a measure counts for a peer and a model.

    Args:
        hits: Clipped matches.
        model: Units of the model.
        peer: Units of the peer.
    """

    hits: float
    model: float
    peer: float


class TextWords(NamedTuple):
    """The tokens of a text.

    Args:
        whole: Those of the whole text.
        sentences: Those of each sentence, for ROUGE-L and ROUGE-W.
    """

    whole: list[str]
    sentences: list[list[str]]

    def stemmed(self, reading: WordRules) -> TextWords:
        """Return the stems."""

        def stems(words: list[str]) -> list[str]:
            return [stem(word, reading.irregular) for word in words]

        return TextWords(stems(self.whole), [stems(words) for words in self.sentences])


class Text(NamedTuple):
    """A text that has been read.

    Args:
        plain: Tokens for ROUGE-N and the LCS of ROUGE-W.
        main: Tokens for everything else, which differ if the models alone are stemmed.
        elements: Basic elements.
    """

    plain: TextWords
    main: TextWords
    elements: list[tuple[str, ...]]


def read(text: str, measures: Measures, reading: WordRules, *, is_model: bool) -> Text:
    """Read a text: cut it, split it into tokens, drop stop words, and stem.

    Args:
        text: One sentence on each line, or one basic element.
        measures: What is counted.
        reading: How texts become tokens.
        is_model: Whether the text is a reference.
    """
    lines = sentences(text)
    if measures.elements:
        stems = reading.stems == "all" or (is_model and reading.stems == "models")
        irregular = reading.irregular if stems else None
        return Text(_NONE, _NONE, elements(lines, measures.elements, irregular))

    def words(data: bytes) -> list[str]:
        return [word for word in tokens(data) if word not in reading.stop]

    limit = reading.limit
    plain = TextWords(
        words(whole_text(lines, limit)), [words(line) for line in sentences_of_lcs(lines, limit)]
    )
    if reading.stems == "none" or (reading.stems == "models" and not is_model):
        return Text(plain, plain, [])
    stems_of = plain.stemmed(reading)
    return Text(stems_of if reading.stems == "all" else plain, stems_of, [])


_NONE = TextWords([], [])


def count(peer: Text, model: Text, measures: Measures) -> list[Counts]:
    """Count the matches of every measure."""
    if measures.elements:
        return [_clipped(peer.elements, model.elements)]
    counts = [
        _clipped(_ngrams(peer.plain.whole, n + 1), _ngrams(model.plain.whole, n + 1))
        for n in range(measures.max_ngram)
    ]
    if measures.rouge_l:
        counts.append(_lcs(peer, model))
    if measures.weight > 0:
        counts.append(_weighted_lcs(peer, model, measures.weight))
    for tag in measures.tags()[len(counts) :]:
        both = (
            list(_skip_bigrams(text.main.whole, measures.gap, unigrams=tag.startswith("SU")))
            for text in (peer, model)
        )
        counts.append(_clipped(*both))
    return counts


def _clipped(peer: Sequence[Hashable], model: Sequence[Hashable]) -> Counts:
    hits = (Counter(peer) & Counter(model)).total()
    return Counts(hits, len(model), len(peer))


def _ngrams(words: list[str], n: int) -> list[tuple[str, ...]]:
    return list(zip(*(words[k:] for k in range(n)), strict=False))


def _skip_bigrams(
    words: list[str], gap: int | None, *, unigrams: bool
) -> Iterator[tuple[str, ...]]:
    """Yield pairs of words; with unigrams, all but the last word too, as the script does."""
    last = len(words) if gap is None or gap < 0 else gap + 1
    for i, first in enumerate(words[:-1]):
        if unigrams:
            yield (first,)
        for second in words[i + 1 : i + 1 + last]:
            yield (first, second)


class _Left:
    """How often each word of both texts can still match."""

    def __init__(self, peer: Text, model: Text) -> None:
        self.peer, self.model = Counter(peer.main.whole), Counter(model.main.whole)

    def take(self, word: str) -> bool:
        """Use a word up once; return whether both texts had it left."""
        if self.peer[word] <= 0 or self.model[word] <= 0:
            return False
        self.peer[word] -= 1
        self.model[word] -= 1
        return True


def _lcs(peer: Text, model: Text) -> Counts:
    """Count the words of the model in the union of the LCS with every sentence of the peer."""
    left, hits = _Left(peer, model), 0
    for sentence in model.main.sentences:
        marks = marked(sentence, peer.main.sentences)
        hits += sum(left.take(word) for word, on in zip(sentence, marks, strict=True) if on)
    lengths = sum(map(len, model.main.sentences))
    return Counts(hits, lengths, len(peer.main.whole))


def _weighted_lcs(peer: Text, model: Text, weight: float) -> Counts:
    """Add up the weights of runs of words in the union of the weighted LCS.

    A run ends where the next word is not in the LCS; a word that is in it, but has been used up,
    neither ends a run nor makes it longer.
    """
    left, hits, base = _Left(peer, model), 0.0, 0.0
    for sentence in model.plain.sentences:
        base += weight_of(len(sentence), weight)
        marks = [*weighted_marked(sentence, peer.plain.sentences, weight), False]
        run = 0
        for i, word in enumerate(sentence):
            if not marks[i] or not left.take(word):
                continue
            run += 1
            if not marks[i + 1]:
                hits += weight_of(run, weight)
                run = 0
    return Counts(hits, base, weight_of(len(peer.main.whole), weight))
