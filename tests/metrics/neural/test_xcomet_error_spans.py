"""Spans of errors are runs of labelled tokens, as the original finds them."""

import numpy as np
import pytest

from sacreval.core.record_parts import ErrorSpan
from sacreval.metrics.neural.xcomet import TokenSpan, in_text, mqm, spans

NAMES = ("minor", "major", "critical")


def labelled(*labels):
    """Return probabilities of tokens whose most probable labels are these."""
    return np.array([[0.7 if i == label else 0.1 for i in range(4)] for label in labels])


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        ((0, 1, 1, 0, 3, 0), [("minor", 1, 3), ("critical", 4, 5)]),
        ((2, 1, 3, 0), [("major", 0, 3)]),
        ((0, 0, 0), []),
        ((0, 1, 0, 1, 2), [("minor", 1, 2)]),
    ],
)
def test_runs(labels, found):
    """The first token of a run has its severity; a run that the text ends in is left out."""
    assert [one[:3] for one in spans(labelled(*labels), NAMES)] == found


def test_confidence():
    """The confidence is the mean of the largest probabilities."""
    labels = np.array([[0.2, 0.6, 0.1, 0.1], [0.1, 0.1, 0.8, 0.0], [1.0, 0.0, 0.0, 0.0]])
    assert spans(labels, NAMES) == [TokenSpan("minor", 0, 2, pytest.approx(0.7))]


@pytest.mark.parametrize(
    ("severities", "score"),
    [
        ([], 1.0),
        (["minor"], 0.96),
        (["minor", "major", "critical"], 9 / 25),
        (["critical"] * 3, 0.0),
    ],
)
def test_mqm(severities, score):
    """Penalties are 1, 5 and 10, at most 25 together."""
    assert mqm(severities) == pytest.approx(score)


def test_in_text():
    """A span begins with the first character of its first token and ends with its last one's."""
    offsets = [(0, 0), (0, 3), (4, 7), (0, 0)]
    found = in_text("the cat", [TokenSpan("major", 1, 3, 0.5)], offsets)
    assert found == [ErrorSpan(text="the cat", confidence=0.5, severity="major", start=0, end=7)]
