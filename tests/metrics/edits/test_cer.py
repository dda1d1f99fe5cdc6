"""CER, character error rate, by hand."""

import pytest

from support.tasks import pairs, scores_of


@pytest.mark.parametrize("engine", [None, "official"])
@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [("abxd", "abcd", 1 / 4), ("ab", "a b", 1 / 3), ("abcdef", "abc", 1.0), ("", "abc", 1.0)],
)
def test_by_hand(prediction, reference, value, engine):
    """One of four is replaced; a blank is one of three characters; three insertions double."""
    found = scores_of("cer", pairs([prediction], [reference]), engine=engine)
    assert found["cer"] == pytest.approx(value)
