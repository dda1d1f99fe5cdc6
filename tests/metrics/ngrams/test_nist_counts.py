"""Rows of NIST: information, totals, lengths of references, length of the output."""

import random

import pytest

from sacreval.metrics.ngrams._information import informed
from sacreval.metrics.ngrams._nist_counts import leave_one_out_rows, match, row

DEFINITIONS = pytest.mark.parametrize("definition", ["nltk", "mteval"])
OUTPUT = "a b b c".split()
REFERENCES = ["a b".split(), "b b d d d d".split(), "c".split()]
BITS = {gram: 1.0 for n in (1, 2) for gram in informed(REFERENCES, n, perl=False).bits}


def row_of(definition):
    """Return the row of the output if every n-gram has one bit."""
    table = informed(REFERENCES, 2, perl=False)
    object.__setattr__(table, "bits", BITS)
    return row(match(OUTPUT, REFERENCES, 2), table, definition)


def test_the_best_reference_by_order():
    """With nltk, the longest of the references that share most information is counted."""
    assert row_of("nltk") == [2.0, 1.0, 4, 3, 6, 6, 4]


def test_the_largest_counts():
    """With mteval, an n-gram counts as often as in any reference; lengths are means."""
    assert row_of("mteval") == [4.0, 2.0, 4, 3, 3.0, 3.0, 4]


@DEFINITIONS
@pytest.mark.parametrize("references", [2, 3, 4, 7])
def test_rows_without_each_reference(definition, references):
    """Leaving references out in turn has the rows of the others alone, to the last bit."""
    rng = random.Random(references)
    for length in (0, 1, 3, 12):
        texts = [rng.choices("abc0", k=rng.randint(0, 12)) for _ in range(references)]
        table = informed(texts, 4, perl=definition == "mteval")
        output = rng.choices("abc0d", k=length)
        shorter = [texts[:j] + texts[j + 1 :] for j in range(references)]
        alone = [row(match(output, rest, 4), table, definition) for rest in shorter]
        assert leave_one_out_rows(match(output, texts, 4), table, definition) == alone
