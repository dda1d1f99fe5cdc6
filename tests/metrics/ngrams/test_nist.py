"""NIST: information of n-grams, by hand."""

from math import log2

import pytest

from support.tasks import pairs, scores_of


def test_by_hand():
    """Each of three words tells log2(3/1); a bigram adds log2(1/1) = 0: 3 log2(3) / 3."""
    assert scores_of("nist", pairs(["a b c"], ["a b c"])) == {"nist": pytest.approx(log2(3))}


def test_frequent_words_tell_less():
    """Of four words `a` occurs twice, log2(4/2), and `b` once, log2(4/1)."""
    found = scores_of("nist", pairs(["a a b c"], ["a a b c"]), {"order": 1})
    assert found == {"nist": pytest.approx((1 + 1 + 2 + 2) / 4)}


def test_empty_outputs():
    """A set of empty outputs scores 0."""
    assert scores_of("nist", pairs([""], ["a b"])) == {"nist": 0.0}
