"""Trigonometric functions, and their inverses."""

import math
from fractions import Fraction

import pytest

from sacreval.metrics.answers._mathematics.angles import INVERSE, RATIOS, inverse, trigonometric
from sacreval.metrics.answers._mathematics.approximation import number_at
from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, Work
from sacreval.metrics.answers._mathematics.parsing.terms import ONE
from sacreval.metrics.answers._mathematics.values import Quotient, symbol


def turned(share):
    """Return an angle: a share of half a turn."""
    return Quotient({(("π", 1),): share}, ONE) if share else 0


@pytest.mark.parametrize("name", RATIOS)
def test_exact_at_multiples_of_15_degrees(name):
    """The values are those of floats, and sums of roots without functions; 1/0 has none."""
    for step in range(-30, 31):
        angle = step * math.pi / 12
        sine, cosine = math.sin(angle), math.cos(angle)
        ends = {"sin": (sine, 1), "cos": (cosine, 1), "tan": (sine, cosine), "cot": (cosine, sine)}
        above, below = (ends | {"sec": (1, cosine), "csc": (1, sine)})[name]
        if abs(below) < 1e-9:
            with pytest.raises(UndecidedError):
                trigonometric(Work(), name, turned(Fraction(step, 12)))
            continue
        found = trigonometric(Work(), name, turned(Fraction(step, 12)))
        number = number_at(Work(), found, {}) if isinstance(found, Quotient) else found
        assert number == pytest.approx(above / below, abs=1e-12)


def test_other_angles_are_functions():
    """A sine of another angle stays one with the sign of the angle, and a cosine has none."""
    x = symbol("x")
    found = trigonometric(Work(), "sin", x)
    assert trigonometric(Work(), "sin", Quotient({(("x", 1),): -1}, ONE)) == Quotient(
        {m: -c for m, c in found.top.items()}, ONE
    )
    assert trigonometric(Work(), "cos", Quotient({(("x", 1),): -1}, ONE)) == trigonometric(
        Work(), "cos", x
    )


@pytest.mark.parametrize("name", INVERSE)
def test_inverses(name):
    """The principal angle of an exact value is exact; of others it stays a function."""
    for step in range(-5, 6):
        angle = turned(Fraction(step + 6 * (name == "cos"), 12))
        assert inverse(Work(), name, trigonometric(Work(), name, angle)) == angle
    assert INVERSE[name] in str(inverse(Work(), name, Fraction(1, 3)))
