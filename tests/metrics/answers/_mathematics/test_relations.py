"""Equations and inequalities that are solved."""

import pytest

from sacreval.metrics.answers._mathematics.answers import (
    Equation,
    Inequality,
    Interval,
    Named,
    RealSet,
    Scalar,
)
from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, Work
from sacreval.metrics.answers._mathematics.parsing.reading import read
from sacreval.metrics.answers._mathematics.relations import lone_symbol, solution
from sacreval.metrics.answers._mathematics.values import symbol


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("x=5", Named("x", Scalar(5))),
        ("5=x", Named("x", Scalar(5))),
        ("x=10/2=5", Named("x", Scalar(5))),
        ("2+3=5", Scalar(5)),
        ("x>3", RealSet((Interval(3, None, has_low=False, has_high=False),), "x")),
        (r"1-2x \ge 5", RealSet((Interval(None, -2, has_low=False, has_high=True),), "x")),
        ("3>x>=1", RealSet((Interval(1, 3, has_low=True, has_high=False),), "x")),
    ],
)
def test_solved(text, answer):
    """A relation that is linear in one variable is its solution."""
    assert read(text) == answer


def test_not_solved():
    """Other relations remain what they are; false chains are undecided."""
    assert isinstance(read("x^2+y=1"), Equation)
    assert isinstance(read("x^2<y"), Inequality)
    assert isinstance(read("x=1=2"), UndecidedError)
    assert isinstance(read("1<x^2<3"), UndecidedError)


def test_solutions():
    """A linear formula of the only variable has one root."""
    assert solution(Work(), read("(2x-6)/5").value) == ("x", 3)
    assert solution(Work(), read("x^2-1").value) is None
    assert lone_symbol(symbol("x")) == "x"
    assert lone_symbol(read("2x").value) == ""
