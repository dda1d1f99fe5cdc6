"""Scores of pairs of an output and a reference, combined for each output."""

import numpy as np
import pytest

from sacreval.metrics._pairs import combined

PAIRS = np.array([[1.0, 8.0], [3.0, 4.0], [5.0, 6.0]])


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("best", [[3, 8], [5, 6]]),
        ("max", [[3, 8], [5, 6]]),
        ("mean", [[2, 6], [5, 6]]),
    ],
)
def test_each_score_is_combined_on_its_own(how, expected):
    """The best of each score may be of different pairs, and the mean is over all."""
    assert combined(PAIRS, np.array([0, 2, 3]), how).tolist() == expected
