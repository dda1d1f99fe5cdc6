"""Approximate values, which prove that two values differ or which of two is larger."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sacreval.metrics.answers._mathematics.exact_values import Quotient, Value, variables
from sacreval.metrics.answers._mathematics.parsing.terms import Atom, Terms
from sacreval.metrics.answers._mathematics.parsing.work_limits import UndecidedError, undecided

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.work_limits import Work

CLEAR = 1e-8  # of the sum of magnitudes; below it, a result may be a rounding error of doubles
LARGEST_ANGLE = 1e6  # above it, sines of doubles lose too many digits
Point = Mapping[str, complex]


class Approximate(NamedTuple):
    """A sum in double precision.

    Args:
        value: The sum.
        magnitude: The sum of the absolute values of its terms.
    """

    value: complex
    magnitude: float

    @property
    def is_clear(self) -> bool:
        """Whether the sum is certainly not zero."""
        return abs(self.value) > CLEAR * self.magnitude


def sum_at(work: Work, terms: Terms, point: Point) -> Approximate:
    """Evaluate a sum of terms."""
    value, magnitude = 0j, 0.0
    try:
        for monomial, coefficient in terms.items():
            work.spend(1)
            term = complex(float(coefficient))
            for generator, exponent in monomial:
                term *= _generator(work, generator, point) ** float(exponent)
            value += term
            magnitude += abs(term)
    except (ArithmeticError, ValueError):
        undecided("a number that doubles do not have")
    if not math.isfinite(magnitude) or (magnitude == 0 and terms):
        undecided("a number that doubles do not have")
    return Approximate(value, magnitude)


def number_at(work: Work, value: Value, point: Point) -> complex:
    """Evaluate a value that is not close to zero by cancellation.

    Raises:
        UndecidedError: If too few digits of the result are right.
    """
    if not isinstance(value, Quotient):
        try:
            return complex(float(value))
        except OverflowError:
            undecided("a number that doubles do not have")
    top, bottom = (sum_at(work, terms, point) for terms in value)
    if not (top.is_clear and bottom.is_clear):
        undecided("a sum that may be zero")
    return top.value / bottom.value


def sign(work: Work, value: Value) -> int:
    """Return the sign of a real number without variables: -1, 0 or 1.

    Raises:
        UndecidedError: If it has variables, is not real, or is too close to zero.
    """
    if not isinstance(value, Quotient):
        return (value > 0) - (value < 0)
    if variables(value):
        undecided("the sign of a variable")
    number = number_at(work, value, {})
    if not is_real(number):
        undecided("the sign of a complex number")
    return 1 if number.real > 0 else -1


def is_real(number: complex) -> bool:
    """Return whether a number is real but for rounding errors."""
    return abs(number.imag) <= CLEAR * abs(number)


def points(names: Sequence[str]) -> list[dict[str, complex]]:
    """Return the points at which values are compared, positive and negative, from the names."""
    parts = [(sum(map(ord, name)) * 0.6180339887) % 1 for name in names]
    return [
        {name: factor * (0.3 + part) for name, part in zip(names, parts, strict=True)}
        for factor in (1.9, -1.3, 0.7)
    ]


def _generator(work: Work, generator: str, point: Point) -> complex:
    if isinstance(generator, Atom):
        work.spend(1)
        arguments = [number_at(work, argument, point) for argument in generator.arguments]
        return complex(_FUNCTIONS[generator.kind](*arguments))
    if generator.isdigit():
        return complex(float(int(generator)))
    return _CONSTANTS[generator] if generator in _CONSTANTS else point[generator]


def _angle(name: str, argument: complex) -> complex:
    if abs(argument) > LARGEST_ANGLE:
        undecided("an angle that is too large")
    return complex(getattr(cmath, name)(argument))


def _rounded(name: str, argument: complex) -> complex:
    if not is_real(argument) or abs(argument.real - round(argument.real)) < CLEAR:
        undecided("a number close to a whole number")
    return complex(getattr(math, name)(argument.real))


def _unknown(*_: complex) -> complex:
    raise UndecidedError("a function without a value")


_CONSTANTS = {"i": 1j, "e": complex(math.e), "π": complex(math.pi)}
_FUNCTIONS: dict[str, Callable[..., complex]] = {
    "ln": cmath.log,
    "log": _unknown,  # of base ten for some, natural for others
    "root": lambda radicand, degree: radicand ** (1 / degree),
    "power": lambda base, exponent: base**exponent,
    "abs": abs,
    "factorial": lambda n: math.gamma(n.real + 1) if is_real(n) else _unknown(),
    **{name: partial(_rounded, name) for name in ("floor", "ceil")},
    **{name: partial(_angle, name) for name in ("sin", "cos", "sinh", "cosh")},
    **{name: partial(_angle, name) for name in ("asin", "acos", "atan")},
}
