"""Stored rows by record."""

import numpy as np

from sacreval.execution.cache.row_blocks import Block, RowIndex

KEYS = [bytes([i]) * 16 for i in range(4)]
FIRST = Block("bleu|rows", KEYS[:3], np.array([1, 0, 2]), np.arange(6.0).reshape(3, 2), ["odd"])
SECOND = Block("bleu|rows", KEYS[3:], np.array([1]), np.array([[0.1, -0.0]]))


def test_known_rows():
    """Rows are found by record, in the order asked, with the failures in their places."""
    known = RowIndex([FIRST, SECOND])
    taken = known.take([KEYS[3], KEYS[1], KEYS[2], KEYS[0]])
    assert taken.counts.tolist() == [1, 0, 2, 1]
    assert taken.rows.tolist() == [[0.1, 0.0], [2.0, 3.0], [4.0, 5.0], [0.0, 1.0]]
    assert taken.errors == {1: "odd"}
    assert KEYS[3] in known
    assert bytes(16) + b"x" not in known
