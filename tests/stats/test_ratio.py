"""Ratios with a stated value where they are undefined."""

import warnings

import numpy as np

from sacreval.stats.ratio import ratio


def test_ratio():
    """Where the denominator is 0 the stated value is returned, without a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = ratio(np.array([1, 1, 0]), np.array([2, 0, 0]), otherwise=-1.0)
    assert found.tolist() == [0.5, -1, -1]


def test_other_values():
    """The stated value may differ by cell."""
    found = ratio(np.array([1, 1]), np.array([0, 4]), otherwise=np.array([7.0, 8.0]))
    assert found.tolist() == [7, 0.25]


def test_single_numbers():
    """Numbers are arrays without axes."""
    assert ratio(3, 4, otherwise=0.0) == 0.75
    assert ratio(3, 0, otherwise=0.0) == 0
