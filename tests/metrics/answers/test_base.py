"""Metrics of two bags of words share their normalisation and their words."""

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError

NAMES = ("token-accuracy", "token-f1")


@pytest.mark.parametrize("name", NAMES)
def test_words_are_those_after_normalisation(name):
    """The words that are counted, and those that a script check sees, are normalised ones."""
    metric = metrics.get(name)(normalize="lower")
    assert metric.words("The CAT") == metric.tokenization().split("The CAT") == ["the", "cat"]
    assert metric.prepare(["A a B"]) == [{"a": 2, "b": 1}]


@pytest.mark.parametrize("name", NAMES)
def test_unknown_normalisers_are_refused(name):
    """A normaliser that does not exist is refused when the metric is created."""
    with pytest.raises(UsageError, match="squod"):
        metrics.get(name)(normalize="squod")
