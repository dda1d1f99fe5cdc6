"""Lengths in words and characters, by hand."""

from support.tasks import scores_of


def test_by_hand():
    """`the cat` has 2 words and 7 characters, blanks included; an empty output has none."""
    records = [{"prediction": "the cat"}, {"prediction": ""}]
    assert scores_of("length", records) == {"length_words": 1.0, "length_characters": 3.5}
