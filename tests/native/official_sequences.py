"""ROUGE by rouge-score, edits by jiwer, overlap by SQuAD's definition."""

from collections import Counter
from functools import partial

import jiwer
from cases import Case
from nltk.stem.porter import PorterStemmer
from rapidfuzz.distance import Levenshtein
from rouge_score import rouge_scorer, tokenize

from sacreval import native

TYPES = ("1", "2", "3", "9", "L", "Lsum")


def union_hits(reference, prediction):
    """Hits of rouge_scorer._summary_level_lcs, read back from its exact fractions."""
    score = rouge_scorer._summary_level_lcs(reference, prediction)
    return round(score.recall * sum(map(len, reference)))


def rouge_rows(stemmer, prediction, references):
    """rouge-score's counts, from the functions that its scorer calls."""
    return [_rouge_row(stemmer, prediction, r) for r in references]


def _rouge_row(stemmer, prediction, reference):
    ours, theirs = (tokenize.tokenize(text, stemmer) for text in (prediction, reference))
    row = []
    for n in (1, 2, 3, 9):
        a, b = (rouge_scorer._create_ngrams(t, n) for t in (ours, theirs))
        row += [sum((a & b).values()), sum(a.values()), sum(b.values())]
    lcs = rouge_scorer._lcs_table(theirs, ours)[-1][-1] if ours and theirs else 0
    row += [lcs, len(ours), len(theirs)]
    a, b = (
        [tokenize.tokenize(line, stemmer) for line in text.split("\n") if line]
        for text in (prediction, reference)
    )
    return [*row, union_hits(b, a), sum(map(len, a)), sum(map(len, b))]


def edit_rows(process, prediction, references):
    """Jiwer's counts, one reference at a time."""
    results = [process(reference, prediction) for reference in references]
    return [[r.hits, r.substitutions, r.deletions, r.insertions] for r in results]


def distance_rows(split, prediction, references):
    """Distances by rapidfuzz, and the lengths."""
    ours = split(prediction)
    theirs = [split(reference) for reference in references]
    return [[Levenshtein.distance(ours, ref), len(ours), len(ref)] for ref in theirs]


def overlap_rows(multiset, prediction, references):
    """Token overlap as SQuAD's evaluate-v1.1.py counts it, and its set version."""
    bag = Counter if multiset else (lambda tokens: Counter(set(tokens)))
    ours = bag(prediction.split())
    rows = []
    for reference in references:
        theirs = bag(reference.split())
        rows.append([sum((ours & theirs).values()), sum(ours.values()), sum(theirs.values())])
    return rows


def equal_rows(prediction, references):
    return [[prediction == reference] for reference in references]


CASES = [
    *(
        Case(
            f"rouge stemmer={stem}",
            partial(native.rouge_pairs, types=TYPES, stemmer=stem),
            partial(rouge_rows, PorterStemmer() if stem else None),
        )
        for stem in (False, True)
    ),
    Case(
        "edits words",
        partial(native.edit_pairs, unit="word"),
        partial(edit_rows, jiwer.process_words),
    ),
    Case(
        "edits characters",
        partial(native.edit_pairs, unit="char"),
        partial(edit_rows, jiwer.process_characters),
    ),
    Case(
        "distance words",
        partial(native.distance_pairs, unit="word"),
        partial(distance_rows, str.split),
    ),
    Case(
        "distance characters",
        partial(native.distance_pairs, unit="char"),
        partial(distance_rows, str),
    ),
    *(
        Case(
            f"overlap multiset={multiset}",
            partial(native.overlap_pairs, multiset=multiset),
            partial(overlap_rows, multiset),
        )
        for multiset in (False, True)
    ),
    Case("equal", native.equal_pairs, equal_rows),
]
