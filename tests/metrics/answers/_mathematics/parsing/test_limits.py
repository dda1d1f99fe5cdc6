"""Limits: steps are counted, and large numbers are refused before they are computed."""

import pytest

from sacreval.metrics.answers._mathematics.parsing.limits import BITS, UndecidedError, Work


def test_steps_are_counted():
    """What passes the limit of steps is undecided."""
    work = Work(3)
    work.spend(3)
    with pytest.raises(UndecidedError):
        work.spend(1)


def test_large_numbers_cost_steps():
    """A product of small numbers is free; a larger one costs steps; one past the limit stops."""
    work = Work(100)
    work.check(64)
    assert work.left == 100
    work.check(640)
    assert work.left == 90
    with pytest.raises(UndecidedError):
        work.check(BITS + 1)
