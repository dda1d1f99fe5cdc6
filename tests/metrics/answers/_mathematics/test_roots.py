"""Roots and absolute values."""

from fractions import Fraction

import pytest

from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, Work
from sacreval.metrics.answers._mathematics.parsing.terms import ONE
from sacreval.metrics.answers._mathematics.roots import absolute, root
from sacreval.metrics.answers._mathematics.values import Quotient, multiply, symbol

HALF = Fraction(1, 2)


def of(*monomials):
    """Return a sum of terms with coefficients."""
    return Quotient({tuple(monomial): c for c, *monomial in monomials}, ONE)


@pytest.mark.parametrize(
    ("radicand", "degree", "value"),
    [
        (49, 2, 7),
        (12, 2, of((2, ("3", HALF)))),
        (Fraction(1, 8), 3, HALF),
        (-8, 3, -2),
        (-9, 2, of((3, ("i", 1)))),
        (of((4, ("π", 1))), 2, of((2, ("π", HALF)))),
        (of((1, ("x", 4))), 2, of((1, ("x", 2)))),
        (0, 2, 0),
        (symbol("x"), 1, symbol("x")),
    ],
)
def test_closed(radicand, degree, value):
    """Roots of numbers are products of roots of primes; those of even powers have no root sign."""
    assert root(Work(), radicand, degree) == value


def test_power_of_a_root():
    """The square of a root that is an atom is its radicand."""
    radicand = of((1, ("x", 1)), (1,))
    found = root(Work(), radicand, 2)
    assert multiply(Work(), found, found) == radicand


@pytest.mark.parametrize(("radicand", "degree"), [(-1, 4), (2, 0), (2, 10**6)])
def test_no_roots(radicand, degree):
    """Complex roots but the square root, and roots of odd degrees of size, are undecided."""
    with pytest.raises(UndecidedError):
        root(Work(), radicand, degree)


def test_absolute():
    """An absolute value has no sign, and its square is that of its argument."""
    work = Work()
    x = symbol("x")
    found = absolute(work, multiply(work, -2, x))
    assert found == absolute(work, multiply(work, 2, x))
    assert multiply(work, found, found) == of((4, ("x", 2)))
    assert absolute(work, of((3,), (4, ("i", 1)))) == 5
    assert absolute(work, of((1, ("2", HALF)), (-2,))) == of((-1, ("2", HALF)), (2,))
