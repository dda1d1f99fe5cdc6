"""Spearman's correlation, by hand."""

import pytest

from support.tasks import pairs, scores_of


@pytest.mark.parametrize(
    ("x", "y", "value"),
    [
        ([1, 20, 300], [1, 3, 2], 0.5),
        ([1, 1, 2], [1, 2, 3], 1.5 / (1.5 * 2) ** 0.5),
        ([1, 2], [5, 4], -1.0),
    ],
)
def test_by_hand(x, y, value):
    """1 - 6 (0 + 1 + 1) / (3 * 8) = 0.5; ties have ranks 1.5, 1.5, 3 with variance 1.5."""
    assert scores_of("spearman", pairs(x, y)) == {"spearman": pytest.approx(value)}
