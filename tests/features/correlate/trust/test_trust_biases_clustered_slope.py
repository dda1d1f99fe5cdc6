"""Slopes with errors over clusters."""

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.features.correlate.trust.trust_biases import clustered_slope


def test_a_line():
    """The slope of points on a line is exact, without an error."""
    found = clustered_slope([1, 3, 5, 7], [0, 1, 2, 3], [0, 1, 2, 3])
    assert (float(found.value), float(found.error)) == (2, 0)


def test_two_groups():
    """With x 0 or 1 it is the difference of means, and the error that of White."""
    y, x = np.array([1.0, 2, 4, 6, 8]), np.array([0, 0, 1, 1, 1])
    found = clustered_slope(y, x, np.arange(5))
    assert float(found.value) == pytest.approx(4.5)
    want = np.sqrt(5 / 4 * (0.5**2 * 2 / 4 + (4 + 0 + 4) / 9))
    assert float(found.error) == pytest.approx(want)
    assert found.freedom == 4


def test_copies_tell_nothing_new():
    """Copies of records in the same clusters leave the error as it was."""
    rng = np.random.default_rng(1)
    y, x = rng.normal(size=30), rng.normal(size=30)
    once = clustered_slope(y, x, np.arange(30))
    again = clustered_slope(np.tile(y, 4), np.tile(x, 4), np.tile(np.arange(30), 4))
    assert float(again.error) == pytest.approx(float(once.error))


def test_undefined():
    """Without spread of x there is no slope; one cluster has no error; shapes must fit."""
    assert np.isnan(clustered_slope([1, 2], [0.1, 0.1], [0, 1]).value)
    one = clustered_slope([1, 2], [0, 1], [0, 0])
    assert float(one.value) == 1
    assert np.isnan(one.error)
    with pytest.raises(InputError, match="groups are given"):
        clustered_slope([1, 2], [0, 1], [0])
