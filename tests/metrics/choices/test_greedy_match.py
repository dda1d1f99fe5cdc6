"""Greedy match reads a mark of each choice."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.readers._base import convert


@pytest.mark.parametrize(("greedy", "score"), [(True, 1.0), (False, 0.0), (None, 0.0)])
def test_greedy_match_needs_a_mark(greedy, score):
    """A gold choice that is not marked as the greedy output is not matched."""
    marked = {} if greedy is None else {"greedy": greedy}
    other = {"text": "b", "logprob": -2.0, "greedy": False}
    choices = [{"text": "a", "logprob": -1.0} | marked, other]
    record = convert({"choices": choices, "gold": [0]}, "here")
    metric = metrics.get("greedy-match")()
    assert metric.fault(record) is None
    assert metric.reduce(metric.rows(Batch([record])))["greedy_match"] == [score]


def test_a_mark_is_true_or_false():
    """Another value of the mark is a fault of the record."""
    record = convert({"choices": [{"text": "a", "logprob": -1.0, "greedy": 1}], "gold": 0}, "here")
    assert "`greedy`" in metrics.get("greedy-match")().fault(record)


def test_records_without_marks_are_refused():
    """Where no choice has the mark, nothing is known of greedy decoding: a fault, and no 0."""
    record = convert({"choices": [{"text": "a", "logprob": -1.0}], "gold": 0}, "here")
    assert "no choice has `greedy`" in metrics.get("greedy-match")().fault(record)
