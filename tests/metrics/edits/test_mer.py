"""MER, match error rate, by hand."""

import pytest

from support.tasks import pairs, scores_of


@pytest.mark.parametrize("engine", [None, "official"])
def test_by_hand(engine):
    """Of five aligned words two are wrong: 3 hits, a substitution and an insertion."""
    records = pairs(["a x c d e"], ["a b c d"])
    found = scores_of("mer", records, engine=engine)
    assert found == {"mer": pytest.approx(2 / 5)}


@pytest.mark.parametrize("engine", [None, "official"])
def test_without_words(engine):
    """Two texts without words are equal."""
    found = scores_of("mer", pairs([""], [""]), engine=engine)
    assert found == {"mer": 0.0}
