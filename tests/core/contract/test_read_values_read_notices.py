"""Notices about values that were read as another type."""

from sacreval.core.contract.read_values import ReadWatch
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance


def noticed(name, *pairs):
    records = [Instance(prediction=p, references=[r]) for p, r in pairs]
    watch = ReadWatch(metrics.get(name)())
    watch.add(Batch(records, typed=False))
    return watch.notices()


def test_numbers_as_texts():
    """Numbers read as texts are counted by field, with the first as an example."""
    assert noticed("exact-match", (42, "42"), (True, 1), ("a", "a")) == [
        "exact-match: 2 of `prediction` are a number, true or false, and read as its JSON text, 42",
        "exact-match: 1 of `references` is a number, true or false, and read as its JSON text, 1",
    ]


def test_lists_of_one():
    """A text that is read as a list of one is told, with the option that splits texts."""
    (one,) = noticed("multi-label", ("a, b", ["a"]), ('["a"]', ["a"]))
    assert "1 of `prediction` is no list, and read as a list of one, ['a, b']" in one
    assert "--extract list:SEPARATOR" in one


def test_numbers_out_of_texts_are_not_told():
    """A text that is a number is one, without a notice; others are counted elsewhere."""
    assert noticed("pearson", ("1", "2"), ("x", "2")) == []


def test_the_notices_of_the_metric():
    """The metric sees its records as it reads them, and its own notices stay."""
    assert "'A' and 'a'" in noticed("accuracy", ("a", "A"))[0]
    watch = ReadWatch(metrics.get("bleu")())
    watch.add(Batch([Instance(prediction="a", references=["a"])]))
    assert watch.notices() == []
