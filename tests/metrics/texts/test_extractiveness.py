"""Coverage, density and compression of summaries, by hand."""

import pytest

from support.tasks import scores_of


def test_by_hand():
    """Fragments of 2 and 3 of 6 words: 5/6, (4 + 9) / 6, and 6 source words for 6."""
    record = {
        "sources": ["The cat sat", "on the mat"],
        "prediction": "the cat on the mat today",
    }
    assert scores_of("extractiveness", [record]) == {
        "coverage": pytest.approx(5 / 6),
        "density": pytest.approx(13 / 6),
        "compression": 1.0,
    }
    cased = scores_of("extractiveness", [record], {"lowercase": False})
    assert cased["density"] == pytest.approx((1 + 1 + 9) / 6)  # `the`, `cat` and `on the mat`


def test_an_empty_summary():
    """It scores 0 on each."""
    found = scores_of("extractiveness", [{"sources": ["a"], "prediction": ""}])
    assert set(found.values()) == {0.0}
