"""Factors: primes up to 1000 are found, and what is left is one factor."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from sacreval.metrics.answers._mathematics.factoring import factored, prime_powers, primes
from sacreval.metrics.answers._mathematics.parsing.limits import Work


@given(st.integers(1, 10**12))
def test_product(number):
    """The product of the factors is the number."""
    product = 1
    for factor, exponent in factored(Work(), number).items():
        product *= factor**exponent
    assert product == number


def test_factors():
    """Denominators have negative exponents; a product of two large primes is left whole."""
    assert prime_powers(Work(), Fraction(12, 7)) == {2: 2, 3: 1, 7: -1}
    assert factored(Work(), 1009 * 1013) == {1009 * 1013: 1}
    assert primes()[:3] == (2, 3, 5)
    assert primes()[-1] == 997
