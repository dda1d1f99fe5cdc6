"""Correlations by SciPy itself, for `verify`."""

import pytest

from sacreval.core.libraries import scores
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance


def of(name, *pairs):
    batch = Batch([Instance(prediction=x, references=[y, 9]) for x, y in pairs])
    return scores("scipy:correlation", metrics.get(name)(), batch)


@pytest.mark.parametrize(
    ("name", "value"), [("pearson", 0.5), ("spearman", 0.5), ("kendall", 1 / 3)]
)
def test_by_hand(name, value):
    """1 2 3 with 1 3 2, the first references, correlate 1/2, and 1/3 by pairs."""
    assert of(name, (1, 1), (2, 3), (3, 2)) == {name: pytest.approx(value)}


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall"])
def test_undefined(name):
    """A constant side and a single record have no score of the library."""
    assert of(name, (1, 1), (1, 2)) == {}
    assert of(name, (1, 1)) == {}
