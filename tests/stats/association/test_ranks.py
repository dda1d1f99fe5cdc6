"""Ranks and inversions, by hand."""

import numpy as np

from sacreval.stats.association.ranks import average_ranks, dense_ranks, inversions

NAN = np.nan


def test_average_ranks():
    """Ties share the mean of their places, and missing cells have none."""
    rows = np.array([[3.0, 1, 1, NAN], [NAN, 2, 5, 4]])
    np.testing.assert_array_equal(average_ranks(rows), [[3, 1.5, 1.5, NAN], [NAN, 1, 3, 2]])
    assert average_ranks(np.zeros((2, 0))).shape == (2, 0)


def test_dense_ranks():
    """Distinct values are numbered from 0."""
    assert dense_ranks(np.array([[3.0, 1, 1, 9]])).tolist() == [[1, 0, 0, 2]]


def test_inversions_by_hand():
    """In 2 0 1 two pairs are out of order, in 1 0 one; a row without keys has none."""
    row, keys = np.array([0, 0, 0, 2, 2]), np.array([2, 0, 1, 1, 0])
    assert inversions(row, keys, 3).tolist() == [2, 0, 1]
    assert inversions(row[:0], keys[:0], 2).tolist() == [0, 0]


def test_inversions_of_random_keys():
    """They are the pairs written out."""
    keys = np.random.default_rng(1).integers(0, 9, (4, 30))
    want = [sum(a > b for i, a in enumerate(own) for b in own[i + 1 :]) for own in keys]
    assert inversions(np.repeat(np.arange(4), 30), keys.ravel(), 4).tolist() == want
