"""Extreme values, by hand."""

import numpy as np

from sacreval.metrics.texts.embedding_extrema import extrema


def test_by_hand():
    """The value farthest from 0, the smallest of equally far ones, and 0 where that is smallest."""
    vectors = np.array([[1.0, -3.0, 2.0, 0.0, -1.0], [2.0, 1.0, -2.0, 5.0, -4.0]])
    assert extrema(vectors).tolist() == [2, -3, -2, 0, -4]
