"""Results are kept by the contents of arguments."""

from dataclasses import dataclass

import numpy as np
import pytest

from sacreval.stats import memoize


@dataclass(frozen=True)
class Option:
    """An argument with a field."""

    size: int


@pytest.fixture
def counted():
    """Return a memoized sum, and the list of its calls."""
    calls = []

    def total(x, *, plus=0, option=None):
        calls.append((plus, option))
        return float(np.sum(x)) + plus

    return memoize.memoize(total), calls


def test_equal_arguments_are_computed_once(counted):
    """Arrays are equal by contents, dataclasses by fields."""
    total, calls = counted
    for _ in range(2):
        assert total(np.array([1.0, 2.0]), plus=1, option=Option(2)) == 4
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((np.array([2.0, 1.0]),), {}),
        ((np.array([[1.0, 2.0]]),), {}),
        ((np.array([1, 2]),), {}),
        ((np.array([1.0, 2.0]),), {"plus": 1}),
        ((np.array([1.0, 2.0]),), {"option": Option(1)}),
    ],
    ids=["order", "shape", "type", "number", "dataclass"],
)
def test_other_arguments_are_computed(counted, args, kwargs):
    """Another order, shape, type or option is another call."""
    total, calls = counted
    total(np.array([1.0, 2.0]))
    total(*args, **kwargs)
    assert len(calls) == 2


def test_the_oldest_result_is_dropped(counted, monkeypatch):
    """Only the last results are kept."""
    monkeypatch.setattr(memoize, "MOST_RESULTS", 2)
    total, calls = counted
    for number in (1.0, 2.0, 1.0, 3.0, 1.0, 2.0):
        total(np.array([number]))
    assert len(calls) == 4
