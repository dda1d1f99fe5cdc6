"""Units: dimensions and sizes."""

from fractions import Fraction

import pytest

from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError
from sacreval.metrics.answers._mathematics.parsing.units import is_degree, is_unit, unit


@pytest.mark.parametrize(
    ("text", "dimensions", "size"),
    [
        ("cm", {"length": 1}, Fraction(1, 100)),
        ("square feet", {"length": 2}, Fraction(381, 1250) ** 2),
        ("cm ^ 2", {"length": 2}, Fraction(1, 10000)),
        ("cm^3", {"length": 3}, Fraction(1, 10**6)),
        ("ml", {"length": 3}, Fraction(1, 10**6)),
        ("metres squared", {"length": 2}, 1),
        ("miles per hour", {"length": 1, "time": -1}, Fraction(201168, 125) / 3600),
        ("mph", {"length": 1, "time": -1}, Fraction(201168, 125) / 3600),
        ("m/s^2", {"length": 1, "time": -2}, 1),
        ("apples", {"apple": 1}, 1),
    ],
)
def test_units(text, dimensions, size):
    """A unit is a product of powers of base units; a word that is none is its own quantity."""
    found = unit(text)
    assert dict(found.dimensions) == dimensions
    assert found.size == size
    assert found.known == (text != "apples")


def test_names():
    """Plurals are known; degrees are no unit of a quantity, but of angles."""
    assert is_unit("inches")
    assert is_unit("degrees")
    assert not is_unit("ab")
    assert is_degree("Degrees")
    assert not is_degree("cm")


def test_large_exponents():
    """An exponent of several digits is undecided."""
    with pytest.raises(UndecidedError):
        unit("cm^999999999")
