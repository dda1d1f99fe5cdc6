"""Repeated n-grams of an output, by hand."""

import pytest

from support.tasks import scores_of


def test_by_hand():
    """`a b a b` repeats 2 of 4 words and 1 of 3 bigrams; `a a` adds 1 of 2 and 0 of 1."""
    found = scores_of("repetition", [{"prediction": "a b a b"}], {"orders": [1, 2]})
    assert found == {"repetition_1": 0.5, "repetition_2": pytest.approx(1 / 3)}
    both = [{"prediction": "a b a b"}, {"prediction": "a a"}]
    found = scores_of("repetition", both, {"orders": [1, 2]})
    assert found == {"repetition_1": 0.5, "repetition_2": 0.25}


def test_without_ngrams():
    """An output that is too short has no n-grams, and scores 0."""
    assert scores_of("repetition", [{"prediction": "a"}], {"orders": [2]}) == {"repetition_2": 0.0}
