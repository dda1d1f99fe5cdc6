"""Accuracy, also of labels that are found in free texts, by hand."""

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from support.tasks import scores_of

YES_NO = {"labels": ["yes", "no"]}
TEXTS = [
    {"prediction": text, "references": ["yes"]}
    for text in ("Yes, that is so", "yes, not no", "no", "maybe")
]


def test_by_hand():
    """Two of three are one of their right labels."""
    right = [("a", ["a"]), ("b", ["c", "b"]), ("A", ["a"])]
    records = [{"prediction": p, "references": r} for p, r in right]
    assert scores_of("accuracy", records) == {"accuracy": pytest.approx(2 / 3)}
    assert scores_of("accuracy", records, {"normalize": "lower"}) == {"accuracy": 1.0}


@pytest.mark.parametrize(("find", "right", "unknown"), [("first", 2, 1), ("only", 1, 2)])
def test_labels_in_texts(find, right, unknown):
    """The label named first, or the only one; a text without one is wrong, and unknown."""
    found = scores_of("accuracy", TEXTS, YES_NO | {"find": find})
    assert found == {"accuracy": right / 4, "unknown": unknown / 4}


def test_find_needs_labels():
    """A way to find labels is refused without labels."""
    with pytest.raises(UsageError, match="find looks for labels"):
        metrics.get("accuracy")(find="first")


def test_labels_with_other_spellings():
    """Predictions and references are the labels of their spellings; others are unknown."""
    records = [
        {"prediction": "bad", "references": [0]},
        {"prediction": "1", "references": ["positive"]},
        {"prediction": "positive", "references": ["negative"]},
        {"prediction": "fine", "references": [1]},
    ]
    options = {"labels": ["0=negative=bad", "1=positive"]}
    assert scores_of("accuracy", records, options) == {"accuracy": 0.5, "unknown": 0.25}
