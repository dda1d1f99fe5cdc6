"""Functions: logarithms, factorials, binomials, rounding and sums of powers."""

import math

import pytest

from sacreval.metrics.answers._mathematics.parsing import functions
from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, Work
from sacreval.metrics.answers._mathematics.values import add, multiply, symbol

N = symbol("n")


def test_logarithms():
    """Logarithms of powers are whole; without a base, only those of powers of ten are known."""
    work = Work()
    assert functions.logarithm(work, 32, 2) == 5
    assert functions.logarithm(work, symbol("e")) == 1
    assert functions.logarithm(work, 1) == 0
    assert functions.unnamed_logarithm(work, 1000) == 3
    assert functions.unnamed_logarithm(work, 8) != functions.logarithm(work, 8)
    with pytest.raises(UndecidedError):
        functions.logarithm(work, -1)


def test_factorials():
    """Neighbouring factorials differ by a factor."""
    work = Work()
    assert functions.factorial(work, 5) == 120
    after, before = (functions.factorial(work, add(work, N, k)) for k in (1, -1))
    assert after == multiply(work, before, multiply(work, N, add(work, N, 1)))
    for number in (-1, 10**7):
        with pytest.raises(UndecidedError):
            functions.factorial(work, number)


def test_binomials():
    """Binomials of numbers are Python's, and those of variables are polynomials."""
    work = Work()
    assert functions.binomial(work, 10, 3) == math.comb(10, 3)
    assert functions.binomial(work, 3, 10) == 0
    assert functions.binomial(work, N, 1) == N
    with pytest.raises(UndecidedError):
        functions.binomial(work, 10**9, 5 * 10**8)


@pytest.mark.parametrize("degree", range(6))
def test_sums_of_powers(degree):
    """The sum of powers is that of its terms."""
    assert functions.sum_of_powers(Work(), 7, degree) == sum(k**degree for k in range(1, 8))
