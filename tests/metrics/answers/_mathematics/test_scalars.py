"""Numbers and formulas with units."""

from fractions import Fraction

import pytest

from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, UnparsedError, Work
from sacreval.metrics.answers._mathematics.parsing.tokens import tokens
from sacreval.metrics.answers._mathematics.scalars import Scalars

PERCENT = Fraction(1, 100)


def read(text):
    """Read a formula."""
    return Scalars(Work(), PERCENT).read(tokens(text))


@pytest.mark.parametrize(
    ("text", "scalar"),
    [
        ("5", (5, "", None)),
        ("-0.50", (Fraction(-1, 2), "", 2)),
        ("12.5%", (Fraction(1, 8), "", 3)),
        ("5 cm", (5, "cm", None)),
        (r"5\text{ cm}^2", (5, "cm ^ 2", None)),
        (r"\$3", (3, "$", None)),
        (r"45^{\circ}", (45, "degree", None)),
        ("101_2", (5, "", None)),
        ("1_{16}", (1, "", None)),
    ],
)
def test_read(text, scalar):
    """A formula has a value, a unit, and the places of a decimal number."""
    assert read(text) == scalar


@pytest.mark.parametrize("text", ["12_2", "good 5 bad", "a b c good"])
def test_unparsed(text):
    """Digits that a base lacks, and words before a number, are no formula."""
    with pytest.raises(UnparsedError):
        read(text)


@pytest.mark.parametrize("text", ["1_99", "12_x", r"\infty+1", r"2\infty"])
def test_undecided(text):
    """Other bases, and formulas with infinity, are undecided."""
    with pytest.raises(UndecidedError):
        read(text)
