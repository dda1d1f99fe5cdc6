"""The label that a free text names."""

import pytest

from sacreval.text.answers.labels import find_label

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


@pytest.mark.parametrize(
    ("text", "first", "only"),
    [
        ("This is not good", None, None),
        ("This is not good but bad", "bad", None),
        ("Although it looks good, the label is bad", "bad", None),
        ("Is this good or bad? Bad.", "bad", None),
        ("Is it good? Yes.", "good", "good"),
        ("Good, not bad", "good", None),
        ("non-good", None, None),
        ("Good it is not", None, None),
        ("Since they did not enjoy it, the label is bad.", "bad", "bad"),
        ("definitely not sure", "not sure", "not sure"),
    ],
)
def test_labels_that_are_denied(text, first, only):
    """A label that the text denies is not found, and is another label to `only`."""
    labels = ["good", "bad", "not sure"]
    assert find_label(text, labels, "first") == first
    assert find_label(text, labels, "only") == only
