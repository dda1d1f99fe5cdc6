"""Values: quotients become rational numbers where they are ones."""

from fractions import Fraction

import pytest

from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, Work
from sacreval.metrics.answers._mathematics.values import (
    add,
    divide,
    generators,
    multiply,
    symbol,
    text_of,
    variables,
    whole_power,
)

WORK = Work(10**6)
X, IMAGINARY = symbol("x"), symbol("i")


def test_back_to_numbers():
    """What variables and roots cancel in is a number."""
    assert add(WORK, X, X, -1) == 0
    assert divide(WORK, multiply(WORK, 6, X), multiply(WORK, 4, X)) == Fraction(3, 2)
    above, below = add(WORK, multiply(WORK, 2, X), 2), add(WORK, X, 1)
    assert divide(WORK, above, below) == 2
    assert whole_power(WORK, IMAGINARY, 4) == 1


@pytest.mark.parametrize("zero", [0, Fraction(0), add(WORK, X, X, -1)])
def test_division_by_zero(zero):
    """A division by zero is undecided."""
    with pytest.raises(UndecidedError):
        divide(WORK, X, zero)


@pytest.mark.parametrize(("base", "exponent"), [(7, 10**8), (add(WORK, X, 1), 10**4)])
def test_large_powers(base, exponent):
    """A power past the limits is undecided; those of 1 and of single variables are not."""
    with pytest.raises(UndecidedError):
        whole_power(Work(), base, exponent)
    assert whole_power(Work(), 1, exponent) == 1
    assert variables(whole_power(Work(), X, 10**4)) == {"x"}


def test_names():
    """Generators are those of both sums; variables are letters alone."""
    value = divide(WORK, multiply(WORK, X, IMAGINARY), add(WORK, symbol("y"), symbol("π")))
    assert generators(value) == {"x", "i", "y", "π"}
    assert variables(value) == {"x", "y"}
    assert text_of(value) == text_of(value)
    assert text_of(value) != text_of(multiply(WORK, 2, value))
