"""Sums of terms: generators are reduced, and products are those of the distributive law."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, Work
from sacreval.metrics.answers._mathematics.parsing.terms import (
    inverse,
    magnitude,
    plus,
    reduced,
    size,
    times,
    to_power,
)

HALF = Fraction(1, 2)
SUMS = st.dictionaries(
    st.tuples(st.tuples(st.just("x"), st.integers(1, 3))) | st.just(()),
    st.integers(-5, 5).filter(bool),
    max_size=3,
)


@pytest.mark.parametrize(
    ("powers", "terms"),
    [
        ({"2": Fraction(3, 2)}, {(("2", HALF),): 2}),
        ({"2": -HALF}, {(("2", HALF),): HALF}),
        ({"i": 2}, {(): -1}),
        ({"i": -1}, {(("i", 1),): -1}),
        ({"y": 1, "x": 0, "3": 2}, {(("y", 1),): 9}),
    ],
)
def test_reduced(powers, terms):
    """Roots keep exponents below 1, powers of i are 1 or i, and exponents of 0 are left out."""
    assert reduced(Work(), powers) == terms


@given(SUMS, SUMS, SUMS)
def test_ring(a, b, c):
    """Sums and products obey the laws of a commutative ring."""
    work = Work()
    assert times(work, a, b) == times(work, b, a)
    assert times(work, a, plus(work, b, c)) == plus(work, times(work, a, b), times(work, a, c))
    assert plus(work, a, a, -1) == {}
    assert to_power(work, a, 3) == times(work, a, times(work, a, a))


def test_inverse():
    """A term times its inverse is 1."""
    term = {(("2", HALF), ("x", 2)): Fraction(3, 7)}
    assert times(Work(), term, inverse(Work(), term)) == {(): 1}


def test_bounded():
    """A product of many terms is undecided."""
    many = {(("x", n),): 1 for n in range(100)}
    with pytest.raises(UndecidedError):
        times(Work(), many, many)


def test_numbers():
    """The size of a fraction is that of both parts; the magnitude has no sign."""
    assert size(Fraction(-7, 8)) == 7
    assert magnitude(Fraction(-7, 8)) == Fraction(7, 8)
