"""Metrics of units share the option and the normalisation before texts are split."""

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError

NAMES = ("jaccard", "longest-common-prefix")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("unit", "parts"),
    [("character", ["a", "b", " ", "c", "."]), ("token", ["ab", "c."]), ("word", ["ab", "c", "."])],
)
def test_texts_are_split_into_the_units_asked_for(name, unit, parts):
    """Texts are normalised, then split into characters, tokens, or words and marks."""
    metric = metrics.get(name)(unit=unit, normalize="lower")
    assert metric.split("Ab C.") == parts
    assert list(metric.tokenization().split("ab c.")) == parts


@pytest.mark.parametrize("name", NAMES)
def test_unknown_normalisers_are_refused(name):
    """A normaliser that does not exist is refused when the metric is created."""
    with pytest.raises(UsageError, match="squod"):
        metrics.get(name)(normalize="squod")
