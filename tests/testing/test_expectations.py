"""Assertions with sentences."""

import numpy as np
import pytest

from sacreval.testing.expectations import require, same_arrays, same_numbers


def test_require():
    """A condition that does not hold raises the sentence."""
    require(True, "x")
    with pytest.raises(AssertionError, match="^so it is$"):
        require(0, "so it is")


def test_same_arrays():
    """NaN equals NaN; the first difference and other shapes are named."""
    same_arrays(np.array([1.0, np.nan]), np.array([1.0, np.nan]), "x")
    with pytest.raises(AssertionError, match=r"x: 2.0 is not 3.0 at \(1,\)"):
        same_arrays(np.array([1.0, 2.0]), np.array([1.0, 3.0]), "x")
    with pytest.raises(AssertionError, match=r"x: shape \(2,\) is not \(1,\)"):
        same_arrays(np.zeros(2), np.zeros(1), "x")


@pytest.mark.parametrize(
    ("got", "want", "right"),
    [(1.0, 1.05, True), (1.0, 1.2, False), (None, float("nan"), True), (0.0, None, False)],
)
def test_same_numbers(got, want, right):
    """Numbers differ by the tolerance at most; no score is not 0."""
    if right:
        same_numbers({"a": got}, {"a": want}, 0.1, "here")
    else:
        with pytest.raises(AssertionError, match="here: a is"):
            same_numbers({"a": got}, {"a": want}, 0.1, "here")
