"""Kendall's tau-b, by hand."""

import pytest

from support.tasks import pairs, scores_of


@pytest.mark.parametrize(
    ("x", "y", "value"),
    [
        ([1, 2, 3], [1, 3, 2], (2 - 1) / 3),
        ([1, 1, 2], [1, 2, 3], 2 / 6**0.5),
        ([3, 2, 1], [10, 20, 30], -1.0),
    ],
)
def test_by_hand(x, y, value):
    """Two pairs in order and one not: 1/3; with a tie, 2 of sqrt(2 * 3) pairs."""
    assert scores_of("kendall", pairs(x, y)) == {"kendall": pytest.approx(value)}
