"""The label that a free text names."""

import pytest

from sacreval.text.labels import find_label

LABELS = ["York", "New York", "yes", "C++"]


@pytest.mark.parametrize(
    ("text", "first", "only"),
    [
        ("It is new york.", "New York", "New York"),
        ("York, not New York", "York", None),
        ("yes, Yes!", "yes", "yes"),
        ("yesterday", None, None),
        ("in c++ then", "C++", "C++"),
        ("", None, None),
    ],
)
def test_labels_in_texts(text, first, only):
    """Whole words count, whatever their case, the longest at a place; `only` wants no other."""
    assert find_label(text, LABELS, "first") == first
    assert find_label(text, LABELS, "only") == only


def test_exact():
    """The text must be a label as written."""
    assert find_label("yes", LABELS, "exact") == "yes"
    assert find_label("Yes", LABELS, "exact") is None
