"""Results kept by the contents of arguments, and work on several threads."""

from dataclasses import dataclass

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from sacreval.stats import memoize
from sacreval.stats.arrays import in_order
from sacreval.stats.resampling import single_thread_blas


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


@pytest.mark.parametrize("workers", [1, 3])
def test_results_are_in_the_order_of_blocks(workers):
    """Whatever the number of threads."""
    assert list(in_order(lambda n: n * n, range(20), workers)) == [n * n for n in range(20)]


@pytest.mark.parametrize("workers", [1, 3])
def test_an_error_of_a_block_is_raised(workers):
    """It ends the work."""
    with pytest.raises(ZeroDivisionError):
        list(in_order(lambda n: 1 / n, [1, 2, 0, 3], workers))


def threads():
    """Return the number of threads of each BLAS."""
    return [one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"]


def test_one_thread_inside_only():
    """Inside there is one thread; arguments and result pass, and afterwards all is as before."""

    @single_thread_blas
    def inside(x, *, y):
        """Add."""
        return x + y, threads()

    with threadpool_limits(limits=2, user_api="blas"):
        before = threads()
        total, found = inside(1, y=2)
        assert (total, set(found)) == (3, {1})
        assert threads() == before
    assert inside.__doc__ == "Add."
