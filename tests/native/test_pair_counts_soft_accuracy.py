"""Kernels of soft pairwise accuracy beside their definitions."""

import numpy as np
import pytest

from sacreval import native
from sacreval.features.correlate.measures.soft_accuracy import count_at_least
from sacreval.features.correlate.resampling.cell_swaps import distances


@pytest.mark.parametrize("systems", [1, 2, 6, 11])
def test_count_at_least(systems):
    """Counts are those of NumPy, ties included."""
    rng = np.random.default_rng(systems)
    flipped = np.round(rng.normal(size=(systems, 600)), 1).astype(np.float32)
    totals = np.round(rng.normal(size=systems), 1).astype(np.float32)
    assert np.array_equal(native.count_at_least(flipped, totals), count_at_least(flipped, totals))


@pytest.mark.parametrize("systems", [2, 3, 6, 9])
def test_soft_swaps(systems):
    """Distances and their bounds are those of NumPy, near the given size and far from it."""
    rng = np.random.default_rng(systems)
    shape = 3, systems, 700
    whole = np.round(rng.normal(size=shape), 1).astype(np.float32)
    moved = np.round(rng.normal(size=(4, *shape)), 1).astype(np.float32)
    pairs = np.array(np.triu_indices(3, 1)).T
    human = rng.integers(0, 700, size=systems * (systems - 1) // 2)
    near = np.array([[0.0, np.inf], [100.0, 50.0], [0.0, -1.0]])
    slack = np.full(3, 0.15, dtype=np.float32)
    found = native.soft_swaps(whole, moved, pairs, human, slack=slack, near=near)
    wanted = distances(whole, moved, pairs, human, slack=slack, near=near)
    assert np.array_equal(found, wanted)
    assert (found[:, 0, 0] < found[:, 0, 1]).all()
    assert (found[:, 2, 0] == found[:, 2, 1]).all()


def test_arrays_that_do_not_fit_are_refused():
    """The kernels never read past an array."""
    whole, moved = np.zeros((2, 3, 8), np.float32), np.zeros((1, 2, 3, 8), np.float32)
    human, near = np.zeros(3, np.int64), np.zeros((1, 2))
    options = {"slack": np.zeros(1, np.float32), "near": near}
    with pytest.raises(ValueError, match="metric"):
        native.soft_swaps(whole, moved, np.array([[0, 2]]), human, **options)
    with pytest.raises(ValueError, match="lengths"):
        native.soft_swaps(whole, moved, np.array([[0, 1]]), human[:2], **options)
    with pytest.raises(ValueError, match="lengths"):
        native.count_at_least(np.zeros(7, np.float32), np.zeros(2, np.float32))
