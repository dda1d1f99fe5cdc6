"""Functions of formulas: numbers and arrays, in the same bits."""

import math

import numpy as np
import pytest

from sacreval import native
from sacreval.core.contract.formulas import Sums, exp, greater, lesser, log, total, where

VALUES = [0.0, 1e-300, 0.1, 1 / 3, 1.0, 2.5, 99.9, 1e300, math.inf]


def test_sums_are_indexed_like_arrays():
    """A number, a slice from the front or the back, and the sum with other rows."""
    sums = Sums([1.0, 2.0, 3.0])
    array = np.array(sums)
    for key in ((..., 1), (..., -1), (..., slice(1, None)), (..., slice(None, None, 2)), 2):
        assert np.array_equal(sums[key], array[key])
    assert sums.plus(Sums([1.0, 0.0, -3.0])) == (2.0, 2.0, 0.0)


@pytest.mark.parametrize("compiled", [True, False])
def test_logarithms_and_exponentials(compiled, monkeypatch):
    """Arrays of any shape have the C library's results, with the kernels and without them."""
    if not compiled:
        monkeypatch.setattr(native, "available", lambda: False)
    for found in (np.array(VALUES), np.array([VALUES, VALUES]).T[:, ::-1]):
        logs, powers = log(found, otherwise=-7.0), exp(-found)
        for x, y, z in zip(found.flat, logs.flat, powers.flat, strict=True):
            assert y == (math.log(x) if x > 0 else -7.0) == log(float(x), otherwise=-7.0)
            assert z == math.exp(-x) == exp(-float(x))
    assert exp(710.0) == exp(np.array([710.0]))[0] == math.inf


def test_arguments_are_left_alone():
    """An array that is given is not changed."""
    given = np.array([1.0, 4.0])
    exp(given), log(given, otherwise=0.0)
    assert given.tolist() == [1.0, 4.0]


def test_choices():
    """`where`, `lesser` and `greater` choose as NumPy's functions do."""
    array = np.array([1.0, 5.0])
    assert where(array > 2, array, 0.0).tolist() == [0.0, 5.0]
    assert (where(True, 1.0, 2.0), where(False, 1.0, 2.0)) == (1.0, 2.0)
    assert lesser(array, 2.0).tolist() == [lesser(1.0, 2.0), lesser(5.0, 2.0)] == [1.0, 2.0]
    assert greater(array, 2.0).tolist() == [greater(1.0, 2.0), greater(5.0, 2.0)] == [2.0, 5.0]


def test_order_of_totals():
    """`total` adds as NumPy does, for lists of any length."""
    random = np.random.default_rng(5)
    for n in [*range(1, 40), 127, 128, 129, 200, 1000]:
        values = random.normal(size=(3, n)) * 10.0 ** random.integers(-9, 9, (3, n))
        assert total(list(values.T)).tolist() == values.sum(axis=-1).tolist()
        assert total(values[0].tolist()) == values[0].sum()
