"""Commands of formulas: brackets that round, and functions by name."""

from fractions import Fraction

import pytest

from sacreval.metrics.answers._mathematics.parsing.commands import applied, enclosed
from sacreval.metrics.answers._mathematics.parsing.limits import Work
from sacreval.metrics.answers._mathematics.values import symbol


@pytest.mark.parametrize(
    ("opening", "value"), [("|", Fraction(5, 2)), (r"\lfloor", -3), (r"\lceil", -2)]
)
def test_brackets(opening, value):
    """Bars are the absolute value; floors and ceilings are rounded down and up."""
    assert enclosed(Work(), opening, Fraction(-5, 2)) == value


@pytest.mark.parametrize(
    ("name", "operand", "base", "value"),
    [
        (r"\cos", 0, None, 1),
        (r"\arcsin", 0, None, 0),
        (r"\exp", 1, None, symbol("e")),
        (r"\ln", 1, None, 0),
        (r"\log", 8, 2, 3),
    ],
)
def test_functions(name, operand, base, value):
    """A function has its exact value; the base of a logarithm may be written."""
    assert applied(Work(), name, operand, base) == value
