"""Pearson's correlation, by hand."""

import numpy as np
import pytest

from sacreval.stats.association.weighted import moderate, pearson
from support.tasks import pairs, scores_of


@pytest.mark.parametrize(
    ("x", "y", "value"),
    [([1, 2, 3], [1, 2, 4], 3 / (2 * 14 / 3) ** 0.5), ([1, 2, 3], [3, 2, 1], -1.0)],
)
def test_by_hand(x, y, value):
    """Covariance 3 over the root of 2 and 14/3, all three times the number of records."""
    assert scores_of("pearson", pairs(x, y)) == {"pearson": pytest.approx(value)}


def test_moderate_changes_no_bit():
    """Scaling by a power of two leaves a correlation of ordinary numbers as it was."""
    rng = np.random.default_rng(1)
    x, y = rng.random((2, 50)) * 100
    plain = pearson(x - x.mean(), y - y.mean(), np.ones(50))
    a, b = moderate(x), moderate(y)
    assert pearson(moderate(a - a.mean()), moderate(b - b.mean()), np.ones(50)) == plain
