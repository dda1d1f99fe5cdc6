"""Powers: values, shapes and NaN."""

import math

import numpy as np

from sacreval.stats.powers import powers


def test_powers_are_those_of_the_math_module():
    """Each power is the C library's, in arrays of any shape and for single numbers."""
    base = np.linspace(0, 1, 24).reshape(2, 3, 4)
    got = powers(base, 0.2)
    assert got.shape == base.shape
    assert got.ravel().tolist() == [math.pow(x, 0.2) for x in base.ravel().tolist()]
    assert powers(base[1, 1, 1], 0.2) == got[1, 1, 1]


def test_nan_stays():
    """NaN has no power."""
    assert np.isnan(powers(np.array([np.nan]), 2.0)).all()
