"""Scores of 0 and 1."""

import numpy as np
import pytest

from sacreval.scoring.intervals.zero_one import are_ends, are_zero_and_one


@pytest.mark.parametrize(
    ("scores", "ends", "both"),
    [
        ([[0.0, 1.0]], True, True),
        ([[0.0], [1.0]], True, True),
        ([[1.0, 1.0]], True, False),
        ([[0.0, 0.0]], True, False),
        ([[0.0, 0.5, 1.0]], False, False),
        ([[0.0, 1.0], [2.0]], False, False),
        ([[0.0, np.nan, 1.0]], False, False),
        ([[]], True, False),
    ],
)
def test_zero_and_one(scores, ends, both):
    """Scores of 0 and 1 are ends; those of an unknown range only if both occur."""
    arrays = [np.array(x, dtype=float) for x in scores]
    assert are_ends(*arrays, highest=1.0) is ends
    assert are_zero_and_one(*arrays) is both


def test_other_ends():
    """The highest score may be another number than 1."""
    assert are_ends(np.array([0.0, 100.0]), highest=100.0)
    assert not are_ends(np.array([0.0, 1.0]), highest=100.0)
