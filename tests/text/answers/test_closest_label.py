"""The label that a text is closest to."""

import pytest

from sacreval.errors import RecordError
from sacreval.text.answers.closest_label import closest_label

FIND = closest_label(["positive", "negative", "neutral"])


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("positive", "positive"), ("Positive!", "positive"), ("  NEUTRAL \n", "neutral"),
        ("positve", "positive"), ("negativ", "negative"), ("**neutrall**", "neutral"),
    ],
)  # fmt: skip
def test_the_closest(text, label):
    """Case, punctuation at the ends and a few wrong letters do not matter."""
    assert FIND(text) == label


@pytest.mark.parametrize("text", ["", "good", "positive or negative", "x" * 1_000_000])
def test_no_label_is_close(text):
    """A text that is similar to no label by 0.6 has none."""
    with pytest.raises(RecordError, match="close to no label"):
        FIND(text)


def test_a_tie():
    """A text that is as close to another label has none; 1 - 1/4 is the similarity of both."""
    with pytest.raises(RecordError, match="several equally"):
        closest_label(["cart", "card"])("carx")


def test_the_limit():
    """Two of five letters may differ, which is a similarity of exactly 0.6, but not two of four."""
    assert closest_label(["abcde", "other"])("abcxy") == "abcde"
    with pytest.raises(RecordError):
        closest_label(["abcd", "other"])("abxy")
