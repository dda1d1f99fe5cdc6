"""The label set of a metric: collected, given, and what is outside it."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError

CLASSIFICATION = metrics.get("classification")


def one(prediction, *references):
    return Instance(prediction=prediction, references=list(references))


def test_labels_are_collected_from_both_sides():
    """Labels of predictions and references are sorted; those that are given stay."""
    batch = Batch([one("b", "a"), one(1.0, 1), one("c", "b")])
    assert CLASSIFICATION().settle([batch]).labels == ("1", "a", "b", "c")
    assert CLASSIFICATION(labels=("z",)).settle([batch]).labels == ("z",)


def test_free_texts_add_no_label():
    """Where labels are searched for in texts, only references add labels."""
    metric = CLASSIFICATION(find="first")
    assert metric.settle([Batch([one("It is b", "a")])]).labels == ("a",)


def test_a_label_named_twice():
    """Naming a label twice is refused, and so is a number, which YAML takes as a text only."""
    with pytest.raises(UsageError, match="repeats '1'"):
        CLASSIFICATION(labels=("1", "1"))
    with pytest.raises(UsageError, match=r"`labels\[0\]` must be text"):
        CLASSIFICATION(labels=(1, 2))


def test_what_is_outside_the_labels():
    """A prediction outside the labels is a fault unless it is counted; a reference always is."""
    strict = CLASSIFICATION(labels=("a", "b"))
    lenient = CLASSIFICATION(labels=("a", "b"), unknown="count")
    assert strict.fault(one("a", "b")) is None
    assert "'c'" in strict.fault(one("c", "b"))
    assert lenient.fault(one("c", "b")) is None
    assert "'d'" in lenient.fault(one("a", "d"))


def test_the_reference_that_a_prediction_equals():
    """A prediction is paired with the reference it equals, else with the first."""
    metric = CLASSIFICATION(labels=("a", "b", "c"))
    assert metric.pair("b", ["a", "b"]) == ("b", "b")
    assert metric.pair("c", ["a", "b"]) == ("c", "a")
