"""Similar rows of a table are neighbours, in an order that does not depend on the input's."""

import numpy as np

from sacreval.features.correlate.measures.orders import similarity_order

NAN = float("nan")


def blocks():
    """Return the similarities of two kinds of two rows each, mixed: 0 and 2, 1 and 3."""
    table = np.full((4, 4), 0.2)
    for a, b in ((0, 2), (1, 3)):
        table[a, b] = table[b, a] = 0.9
    np.fill_diagonal(table, 1.0)
    return table


def test_similar_rows_are_neighbours():
    """The end whose key is larger is first."""
    order = similarity_order(blocks(), np.array([0.1, 0.8, 0.1, 0.9]))
    assert {frozenset(order[:2]), frozenset(order[2:])} == {frozenset({1, 3}), frozenset({0, 2})}
    assert set(order[:2]) == {1, 3}
    order = similarity_order(blocks(), np.array([0.8, 0.1, 0.9, NAN]))
    assert set(order[:2]) == {0, 2}


def test_undefined_similarities():
    """Rows that are similar to none are still there, each once."""
    table = blocks()
    table[1, :] = table[:, 1] = NAN
    assert sorted(similarity_order(table, np.full(4, NAN))) == [0, 1, 2, 3]
    assert sorted(similarity_order(np.full((3, 3), NAN), np.zeros(3))) == [0, 1, 2]


def test_one_or_two_rows():
    """They are ordered by the key alone."""
    assert similarity_order(np.ones((1, 1)), np.ones(1)) == [0]
    assert similarity_order(np.ones((2, 2)), np.array([0.1, 0.2])) == [1, 0]
