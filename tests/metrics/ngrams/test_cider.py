"""CIDEr-D: rarity over the set, and its scale, by hand."""

import pytest

from support.tasks import pairs, scores_of

SAME = ["a b c d", "e f g h"]


@pytest.mark.parametrize(
    ("outputs", "value"), [(SAME, 10.0), (["a b c d", ""], 5.0), (SAME[::-1], 0.0)]
)
def test_by_hand(outputs, value):
    """Outputs equal to their references have cosine 1 at all four orders, times 10."""
    assert scores_of("cider", pairs(outputs, SAME)) == {"cider": pytest.approx(value)}


def test_what_every_record_has_counts_nothing():
    """A word of all references has rarity log(2/2) = 0, so that sharing it alone scores 0."""
    records = pairs(["the", "the x"], ["the a", "the b"])
    assert scores_of("cider", records) == {"cider": 0.0}


def test_the_mean_over_references_and_the_length_penalty():
    """One reference of two matches, and outputs of other lengths lose by a Gaussian."""
    half = [{"prediction": "a b c d", "references": ["a b c d", "x y z w"]}]
    other = [{"prediction": "", "references": ["q"]}]
    assert scores_of("cider", half + other) == {"cider": pytest.approx(10 / 2 / 2)}
    narrow = {"sigma": 0.1}
    longer = pairs(["a b c d e", "q"], ["a b c d", "r"])
    assert scores_of("cider", longer, narrow)["cider"] == pytest.approx(0.0, abs=1e-12)
    assert scores_of("cider", longer)["cider"] > 3
