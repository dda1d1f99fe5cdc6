"""Sizes of tie groups under weights and swaps, by hand and by counting."""

import numpy as np
import pytest

from sacreval.features.correlate.resampling.resampling_kernels import (
    column_ranks,
    swap_classes,
    weight_classes,
)


def seen(keys):
    return np.ones(keys.shape, dtype=bool)


def test_weights_by_hand():
    """Units 0, 1 and 3 share a value; their weights 2, 0 and 1 add up."""
    keys = np.array([[0], [0], [1], [0]])
    classes = weight_classes(keys, seen(keys))
    assert classes.total.tolist() == [3]
    assert classes.sizes(np.array([[2, 0, 5, 1]], dtype=np.float32)).tolist() == [[3]]
    assert not classes.none


def test_no_ties():
    """Without ties there is no class, and amounts are 0; hidden cells tie with nothing."""
    keys = np.array([[0, 0], [1, 0]])
    classes = weight_classes(keys, np.array([[True, True], [True, False]]))
    assert classes.none
    assert classes.per_column(np.zeros((3, 0))).tolist() == [[0, 0]]


@pytest.mark.parametrize("seed", range(5))
def test_swaps_are_counted(seed):
    """Tied pairs of each column are those of the swapped keys, counted."""
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, 3, (2, 6, 4))
    bits = rng.integers(0, 2, (10, 6))
    classes = swap_classes(first, second, seen(first))
    sizes = classes.sizes(bits.astype(np.float32))
    got = classes.per_column(sizes * (sizes - 1) / 2)
    for r, row in enumerate(bits):
        hybrid = np.where(row[:, None] == 1, second, first)
        for column in range(4):
            counts = np.bincount(hybrid[:, column])
            assert got[r, column] == (counts * (counts - 1) // 2).sum()


def test_column_ranks():
    """Ranks run down a column from the hidden cells, which are below all."""
    values = np.array([[5.0, 1], [3, 1], [5, 2]])
    hidden = np.array([[True, True], [True, False], [True, True]])
    assert column_ranks(values, hidden).tolist() == [[1, 1], [0, 0], [1, 2]]
