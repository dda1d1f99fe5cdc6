"""WIL, word information lost, by hand."""

import pytest

from support.tasks import pairs, scores_of


@pytest.mark.parametrize("engine", [None, "official"])
def test_by_hand(engine):
    """Of 4 and of 5 words 3 match, one is replaced and one inserted: 9/20 is preserved."""
    records = pairs(["a x c d e"], ["a b c d"])
    found = scores_of("wil", records, engine=engine)
    assert found == {"wil": pytest.approx(1 - 3 / 4 * 3 / 5)}


@pytest.mark.parametrize("engine", [None, "official"])
def test_without_words(engine):
    """Two texts without words are equal."""
    found = scores_of("wil", pairs([""], [""]), engine=engine)
    assert found == {"wil": 0.0}
