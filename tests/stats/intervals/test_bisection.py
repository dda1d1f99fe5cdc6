"""Bisection of arrays."""

import numpy as np

from sacreval.stats.intervals.bisection import last_inside


def test_edges_on_both_sides():
    """Edges to the left and right of a start are found to the last digits, each on its own."""
    edges = np.array([0.3, -0.7, 1e-12, 1 / 3])
    found = last_inside(lambda x: np.abs(x) <= np.abs(edges), np.zeros(4), np.sign(edges))
    np.testing.assert_allclose(found, edges, rtol=1e-6, atol=1e-17)
    np.testing.assert_allclose(found[[0, 1, 3]], edges[[0, 1, 3]], rtol=1e-15)


def test_all_or_nothing():
    """The stop is found where the condition holds there, and the start where it holds nowhere."""
    assert last_inside(lambda x: x <= 2, 0.5, 1) == 1
    assert last_inside(lambda x: x < 0, 0.5, 1) == 0.5


def test_one_start_serves_many_stops():
    """A start broadcasts over stops."""
    found = last_inside(lambda x: x <= 0.4, 0, np.array([0.2, 1.0]))
    np.testing.assert_allclose(found, [0.2, 0.4], rtol=1e-12)
