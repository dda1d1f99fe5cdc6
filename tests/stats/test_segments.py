"""Segments of rows, by hand."""

import numpy as np
import pytest

from sacreval.stats.segments import (
    first_best,
    offsets,
    others,
    others_in_blocks,
    sums,
    sums_in_order,
)

STARTS = np.array([0, 3, 4])
ROWS = np.array([[1.0, 1], [2, 0], [2, 0], [5, 5]])


def test_first_best():
    """Of equal rows the first is the best of its segment."""
    assert first_best(ROWS[:, 0], STARTS).tolist() == [1, 3]


def test_sums():
    """Rows are added up by segment."""
    assert sums(ROWS, STARTS).tolist() == sums_in_order(ROWS, STARTS).tolist() == [[5, 1], [5, 5]]


def test_order_of_sums():
    """The order is from first to last, however many columns there are."""
    numbers = np.random.default_rng(0).random(50)
    total = 0.0
    for number in numbers:
        total += number
    for columns in (1, 3, 8):
        rows = np.repeat(numbers[:, None], columns, axis=1)
        assert set(sums_in_order(rows, np.array([0, 50]))[0]) == {total}


def test_others():
    """Each row has the other rows of its segment; a row alone has none."""
    rows, starts = others(STARTS)
    assert rows.tolist() == [1, 2, 0, 2, 0, 1]
    assert starts.tolist() == [0, 2, 4, 6, 6]


def test_offsets():
    """Offsets are sums of the numbers of rows, from 0 on."""
    assert offsets([2, 1, 0]).tolist() == [0, 2, 3, 3]
    assert offsets([]).tolist() == [0]


@pytest.mark.parametrize("most", [1, 2, 3, 5, 100])
def test_others_in_blocks(most):
    """Blocks of any size are the whole, and no larger than asked where one row is not."""
    whole, blocks = others(STARTS), list(others_in_blocks(STARTS, most))
    assert np.concatenate([one.rows for one in blocks]).tolist() == whole.rows.tolist()
    sizes = np.concatenate([np.diff(one.starts) for one in blocks])
    assert sizes.tolist() == np.diff(whole.starts).tolist()
    assert all(len(one.rows) <= most or len(one.starts) == 2 for one in blocks)
    assert len(blocks) == 1 or most < len(whole.rows)
