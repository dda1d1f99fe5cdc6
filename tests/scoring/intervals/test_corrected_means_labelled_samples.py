"""Samples of labelled records: what is refused, doubted, and not random."""

import numpy as np
import pytest

from sacreval.scoring.intervals.corrected_means import doubts, random_doubts, too_few
from sacreval.stats.intervals.prediction_powered import Labelled


def sample(n, labels=(0.0, 1.0), units=None):
    """Return n labelled records whose scores are right, and 200 others."""
    values = np.resize(np.array(labels), n + 200)
    of = None if units is None else np.resize(np.arange(units), n + 200)
    return Labelled(values[:n], values[:n], values[n:], of)


@pytest.mark.parametrize(("n", "units", "refused"), [(29, None, 1), (30, None, 0), (60, 9, 1)])
def test_too_few(n, units, refused):
    """Fewer than 30 labels, or labels of fewer than 10 units, are too few."""
    assert (too_few(sample(n, units=units), "document") is not None) == refused


@pytest.mark.parametrize(
    ("data", "method", "words"),
    [
        (sample(49), "plus-four", "49 labels are few"),
        (sample(50), "plus-four", ""),
        (sample(60, units=29), "plus-four", "labels of 29 values of document are few"),
        (sample(60, units=30), "plus-four", ""),
        (sample(60, [5.0] * 59 + [1.0]), "t", "few of the labelled records decide"),
        (sample(60, [1.0, 2, 3, 4, 5]), "t", ""),
    ],
)
def test_doubts(data, method, words):
    """Few labels, few units, and ratings of which few decide are doubted, and no others."""
    found = " ".join(doubts(data._replace(scores=data.labels[::-1]), method, "document"))
    assert found[: len(words)] == words
    assert bool(found) == bool(words)


def test_a_sample_that_is_not_random():
    """Labelled records that all have high scores are no random sample of even ones."""
    even = sample(60)
    assert not list(random_doubts(even))
    assert list(random_doubts(even._replace(scores=np.ones(60))))
