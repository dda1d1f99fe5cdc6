"""NIST (Doddington 2002) as NIST's mteval-v11b to v14 compute it, observed by running them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from math import exp, log, log2
from operator import or_

from sacreval.text.words import ngrams

Words = Sequence[str]
Counts = Counter[tuple[str, ...]]
BETA = log(2) / log(1.5) ** 2  # outputs of two thirds of the length score half


def nist(outputs: Sequence[Words], references: Sequence[Sequence[Words]], order: int) -> float:
    """Score a set of outputs.

    Args:
        outputs: The tokens of each output.
        references: The tokens of its references.
        order: The longest n-grams.

    Returns:
        The score, 0 or more; 0 if either side has no tokens.
    """
    length = sum(map(len, outputs))
    mean_reference = sum(sum(map(len, texts)) / len(texts) for texts in references)
    if not length or not mean_reference:
        return 0.0
    penalty = exp(-BETA * log(min(1.0, length / mean_reference)) ** 2)
    everything = [text for texts in references for text in texts]
    prefixes: Counts = Counter({(): sum(map(len, everything))})
    total = 0.0
    for n in range(1, order + 1):
        grams = _sum(ngrams(text, n) for text in everything)
        counts = [ngrams(text, n) for text in outputs]
        information = sum(
            k * log2(_prefix(gram, prefixes) / grams[gram])
            for own, texts in zip(counts, references, strict=True)
            for gram, k in (own & reduce(or_, (ngrams(text, n) for text in texts))).items()
        )
        total += information / (sum(own.total() for own in counts) or 1)
        prefixes = grams + Counter[tuple[str, ...]]({(): prefixes[()]})
    return total * penalty


def _prefix(gram: tuple[str, ...], prefixes: Counts) -> int:
    """Count the n-gram without its last word; after the word 0, the scripts count all words.

    In Perl "0" is false, so that such bigrams are taken for unigrams.
    """
    return prefixes[() if gram[:-1] == ("0",) else gram[:-1]]


def _sum(counts: Iterable[Counts]) -> Counts:
    total: Counts = Counter()
    for own in counts:
        total.update(own)
    return total
