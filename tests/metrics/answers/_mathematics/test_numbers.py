"""Numbers as they are written."""

from fractions import Fraction

import pytest

from sacreval.metrics.answers._mathematics.numbers import number
from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, Work


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("012", 12),
        (".5", Fraction(1, 2)),
        ("2.50", Fraction(5, 2)),
        ("1.5e3", 1500),
        ("2E-2", Fraction(1, 50)),
        ("~0.{3}", Fraction(1, 3)),
        ("~1.1{6}", Fraction(7, 6)),
        ("~.6", Fraction(2, 3)),
    ],
)
def test_numbers(text, value):
    """A number is exact, also with an exponent or a repeating end."""
    assert number(Work(), text) == value


@pytest.mark.parametrize("text", ["9" * 9999, "1e99999", "1e-99999", "~0.{" + "3" * 9999 + "}"])
def test_large(text):
    """A number past the limit is undecided before it is computed."""
    with pytest.raises(UndecidedError):
        number(Work(), text)
