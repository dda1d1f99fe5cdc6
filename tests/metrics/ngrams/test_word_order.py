"""The factors that LEPOR and hLEPOR share, and the tokens of all metrics of word order."""

from math import exp

import numpy as np
import pytest

from sacreval.metrics.ngrams._word_order import (
    harmonic_mean,
    length_penalty,
    position_counts,
    position_penalty,
)
from support.tasks import pairs, scores_of

COUNTS = np.array([position_counts([(0, 1), (1, 0)], 2, 4), position_counts([], 0, 3)])


def test_counts():
    """Counts are the matches, the differences of positions times both lengths, and the lengths."""
    assert COUNTS.tolist() == [[2, abs(1 * 4 - 2 * 2) + abs(2 * 4 - 1 * 2), 2, 4], [0, 0, 0, 3]]


def test_penalties():
    """An empty text has no position penalty, and the largest length penalty."""
    assert position_penalty(COUNTS).tolist() == pytest.approx([exp(-(2 / 2 - 1 / 4) / 2), 1.0])
    assert length_penalty(COUNTS).tolist() == pytest.approx([exp(-1), 0.0])


def test_harmonic_mean():
    """Precision 1 and recall 1/2 with weights 1 and 9; 0 without a match."""
    assert harmonic_mean(COUNTS, 9.0, 1.0).tolist() == pytest.approx([10 / (9 / 0.5 + 1), 0.0])


@pytest.mark.parametrize("name", ["ribes", "lepor", "hlepor"])
def test_tokens(name):
    """Tokenizer and case are options, and the best reference counts."""
    records = pairs(["Go home, now!"], ["go home , now !"])
    options = {"tokenize": "13a", "lowercase": True}
    assert scores_of(name, records, options)[name] == 1.0
    assert scores_of(name, records, options | {"tokenize": "none"})[name] < 0.7
    several = [{"prediction": "a b c", "references": ["x", "a b c", "c b a"]}]
    assert scores_of(name, several)[name] == 1.0
