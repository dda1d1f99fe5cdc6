"""Scores from verdicts on an output and each reference."""

import pytest

from sacreval.errors import RecordError
from sacreval.metrics.answers.math import Math
from sacreval.scoring.rows.missing_records import worst_and_best


@pytest.mark.parametrize(
    ("verdicts", "scores"),
    [
        ({"different", "undecided", "equal"}, (1.0, 0.0)),
        ({"different"}, (0.0, 0.0)),
        ({"unparsed_prediction"}, (0.0, 1.0)),
    ],
)
def test_scores(verdicts, scores):
    """One equal reference is enough; an output that is no answer is 0, and counted."""
    assert Math()._scores_of(verdicts) == scores


def test_first_reason():
    """The first reason of the metric's list is the one of the record."""
    with pytest.raises(RecordError, match=r"^math: undecided \(") as raised:
        Math()._scores_of({"different", "unparsed_reference", "undecided"})
    assert Math().missing_state(None, str(raised.value)) == "undecided"
    assert Math().missing_state(None, "prediction is missing") == ""


def test_worst_and_best():
    """The share of unparsed outputs is best at 0, the score at 1."""
    assert worst_and_best(Math(), "math") == (0.0, 1.0)
    assert worst_and_best(Math(), "math_unparsed") == (1.0, 0.0)
