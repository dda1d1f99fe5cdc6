"""Powers of values: whole and rational exponents, variables, and zero."""

from fractions import Fraction

import pytest

from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, Work
from sacreval.metrics.answers._mathematics.powers import power
from sacreval.metrics.answers._mathematics.values import multiply, symbol


@pytest.mark.parametrize(
    ("base", "exponent", "value"),
    [
        (2, 10, 1024),
        (2, -1, Fraction(1, 2)),
        (Fraction(9, 4), Fraction(1, 2), Fraction(3, 2)),
    ],
)
def test_numbers(base, exponent, value):
    """Whole and rational powers of rational numbers are exact."""
    assert power(Work(), base, exponent) == value


def test_variables():
    """A power of a product is the product of powers, also where the exponent is a variable."""
    assert multiply(Work(), power(Work(), 2, symbol("x")), power(Work(), 3, symbol("x"))) == power(
        Work(), 6, symbol("x")
    )


def test_zero():
    """A power of zero with no positive exponent is not decided."""
    with pytest.raises(UndecidedError, match="a power of zero"):
        power(Work(), 0, 0)
