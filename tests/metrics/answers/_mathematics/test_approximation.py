"""Approximate values: what is clear, and what cancels."""

import math

import pytest

from sacreval.metrics.answers._mathematics.approximation import number_at, points, sign
from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, Work
from sacreval.metrics.answers._mathematics.parsing.reading import read


def value(text):
    """Return the value of a formula."""
    return read(text).value


@pytest.mark.parametrize(
    ("text", "number"),
    [(r"\sqrt2+1", math.sqrt(2) + 1), (r"\ln 2", math.log(2)), (r"e^{\sqrt2}", math.e**2**0.5)],
)
def test_numbers(text, number):
    """A formula without variables has the value of its parts."""
    assert number_at(Work(), value(text), {}) == pytest.approx(number)


@pytest.mark.parametrize(
    "text", [r"\sin(10^9\sqrt2)", r"\log 2", r"\sqrt{10^{18}+1}-10^9", r"e^{e^{e^e}}"]
)
def test_no_numbers(text):
    """Large angles, logarithms of no base, cancelled digits and huge numbers have no value."""
    with pytest.raises(UndecidedError):
        number_at(Work(), value(text), {})


@pytest.mark.parametrize(("text", "wanted"), [("0", 0), (r"\sqrt2-1", 1), (r"1-\sqrt2", -1)])
def test_signs(text, wanted):
    """Real numbers have signs."""
    assert sign(Work(), value(text)) == wanted


@pytest.mark.parametrize("text", ["x", "i", "1+i"])
def test_no_signs(text):
    """Variables and complex numbers have none."""
    with pytest.raises(UndecidedError):
        sign(Work(), value(text))


def test_points():
    """Variables have values of both signs, which depend on their names alone."""
    found = [point["x"] for point in points(["x", "y"])]
    assert {number > 0 for number in found} == {True, False}
    assert [point["x"] for point in points(["x"])] == found
