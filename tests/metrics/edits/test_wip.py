"""WIP, word information preserved, by hand."""

import pytest

from support.tasks import pairs, scores_of


@pytest.mark.parametrize("engine", [None, "official"])
def test_by_hand(engine):
    """Of 4 and of 5 words 3 match: 3 hits, a substitution and an insertion."""
    records = pairs(["a x c d e"], ["a b c d"])
    found = scores_of("wip", records, engine=engine)
    assert found == {"wip": pytest.approx(3 / 4 * 3 / 5)}


@pytest.mark.parametrize("engine", [None, "official"])
def test_without_words(engine):
    """Two texts without words are equal."""
    found = scores_of("wip", pairs([""], [""]), engine=engine)
    assert found == {"wip": 1.0}
