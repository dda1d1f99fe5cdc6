"""Powers with whole, rational and variable exponents, and trigonometric functions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sacreval.metrics.answers._mathematics.exact_values import (
    Quotient,
    Value,
    add,
    as_quotient,
    divide,
    multiply,
    scaled,
    symbol,
    text_of,
    whole_power,
)
from sacreval.metrics.answers._mathematics.parsing.functions import opaque
from sacreval.metrics.answers._mathematics.parsing.terms import ONE, Atom, Monomial, Number, Terms
from sacreval.metrics.answers._mathematics.parsing.work_limits import undecided
from sacreval.metrics.answers._mathematics.roots import prime_powers, root

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.work_limits import Work


_HALF = Fraction(1, 2)
_ROOT_2, _ROOT_3 = (("2", _HALF),), (("3", _HALF),)
_ROOT_6 = (("2", _HALF), ("3", _HALF))
_QUARTER = Fraction(1, 4)
STEPS = 24  # of 15 degrees in a turn
_SINES: tuple[Terms, ...] = (  # of 0, 15, ..., 90 degrees
    {},
    {_ROOT_6: _QUARTER, _ROOT_2: -_QUARTER},
    {(): _HALF},
    {_ROOT_2: _HALF},
    {_ROOT_3: _HALF},
    {_ROOT_6: _QUARTER, _ROOT_2: _QUARTER},
    {(): 1},
)
RATIOS = {  # in powers of sine and cosine
    "sin": (1, 0),
    "cos": (0, 1),
    "tan": (1, -1),
    "cot": (-1, 1),
    "sec": (0, -1),
    "csc": (-1, 0),
}
INVERSE = {"sin": "asin", "cos": "acos", "tan": "atan"}
_RANGES = {"sin": range(-6, 7), "cos": range(13), "tan": range(-5, 6)}  # in steps of 15 degrees


def trigonometric(work: Work, name: str, angle: Value) -> Value:
    """Return a trigonometric function of an angle in radians."""
    step = _step(angle)
    value: Value = 1
    for exponent, function in zip(RATIOS[name], ("sin", "cos"), strict=True):
        if exponent:
            factor = _wave(work, function, angle) if step is None else _exact(function, step)
            value = multiply(work, value, factor) if exponent > 0 else divide(work, value, factor)
    return value


def inverse(work: Work, name: str, value: Value) -> Value:
    """Return the principal angle of a sine, cosine or tangent."""
    for step in _RANGES[name]:
        if trigonometric(work, name, _angle(step)) == value:
            return _angle(step)
    return opaque(INVERSE[name], value)


def _angle(step: int) -> Value:
    return Quotient({(("π", 1),): Fraction(step, STEPS // 2)}, ONE) if step else 0


def _step(angle: Value) -> int | None:
    """Return an angle as a number of steps of 15 degrees; None if it is no multiple of them."""
    if not angle:
        return 0
    if not isinstance(angle, Quotient) or angle.bottom is not ONE:
        return None
    steps = angle.top.get((("π", 1),), 0) * (STEPS // 2)
    return int(steps) % STEPS if len(angle.top) == 1 and steps and steps == int(steps) else None


def _exact(name: str, step: int) -> Value:
    """Return the sine or cosine of a number of steps."""
    place = (step + (6 if name == "cos" else 0)) % STEPS
    sign = -1 if place > STEPS // 2 else 1
    place %= STEPS // 2
    terms = _SINES[min(place, STEPS // 2 - place)]
    if not terms:
        return 0
    if () in terms:
        return terms[()] * sign
    return Quotient({m: c * sign for m, c in terms.items()}, ONE)


def _wave(work: Work, name: str, angle: Value) -> Value:
    """Return the sine or cosine of another angle; `sin(-x)` is `-sin(x)`."""
    leading = scaled(angle)[0] if isinstance(angle, Quotient) else angle
    if leading < 0:
        turned = _wave(work, name, multiply(work, -1, angle))
        return multiply(work, -1, turned) if name == "sin" else turned
    cosine = _named("cos", angle)
    if name == "cos":
        return symbol(cosine)
    square = as_quotient(add(work, 1, Quotient({((cosine, 2),): 1}, ONE), -1))
    if square.bottom is not ONE:
        undecided("a sine of this angle")
    return symbol(_named("sin", angle, order=2, power=square.top))


def _named(kind: str, angle: Value, *, order: int = 0, power: Terms = ONE) -> Atom:
    return Atom(
        f"{kind}({text_of(angle)})", kind=kind, arguments=(angle,), order=order, power=power
    )


_HALF_TURN: Monomial = (("i", 1), ("π", 1))


def power(work: Work, base: Value, exponent: Value) -> Value:
    """Return a value raised to another."""
    if not isinstance(exponent, Quotient):
        if exponent == int(exponent):
            return _whole(work, base, int(exponent))
        radical = root(work, base, Fraction(exponent).denominator)
        return _whole(work, radical, Fraction(exponent).numerator)
    if exponent.bottom is not ONE:
        return _atom(base, exponent)
    product: Value = 1
    for monomial, coefficient in exponent.top.items():
        if base == symbol("e") and (inside := _logarithm_in(monomial)) is not None:
            factor = power(work, inside, coefficient)
        elif base == symbol("e") and monomial == _HALF_TURN and (coefficient * 12) % 1 == 0:
            factor = _on_unit_circle(work, coefficient)
        elif monomial:
            factor = _symbolic(work, base, Quotient({monomial: 1}, ONE), coefficient)
        else:
            factor = power(work, base, coefficient)
        product = multiply(work, product, factor)
    return product


def _on_unit_circle(work: Work, half_turns: Number) -> Value:
    """Return e^(i pi x) by Euler's formula."""
    angle = Quotient({(("π", 1),): half_turns}, ONE)
    cosine, sine = (trigonometric(work, name, angle) for name in ("cos", "sin"))
    return add(work, cosine, multiply(work, symbol("i"), sine))


def _logarithm_in(monomial: Monomial) -> Value | None:
    """Return x if the monomial is the natural logarithm of x; else None."""
    (generator, exponent), *rest = monomial or (("", 0),)
    if rest or exponent != 1 or not isinstance(generator, Atom) or generator.kind != "ln":
        return None
    argument: Value = generator.arguments[0]
    return argument


def _whole(work: Work, base: Value, exponent: int) -> Value:
    if not base and exponent <= 0:
        undecided("a power of zero")
    return whole_power(work, base, exponent)


def _symbolic(work: Work, base: Value, exponent: Quotient, factor: Number) -> Value:
    """Return `base ** (exponent * factor)`; a positive number is factored."""
    if isinstance(base, Quotient):
        return Quotient({((_name(base, exponent), factor),): 1}, ONE)
    if base <= 0:
        return _atom(base, _multiple(exponent, factor))
    powers = prime_powers(work, base).items()
    if not powers:
        return 1
    monomial = tuple(sorted((_name(prime, exponent), n * factor) for prime, n in powers))
    return Quotient({monomial: 1}, ONE)


def _multiple(exponent: Quotient, factor: Number) -> Quotient:
    return Quotient({m: c * factor for m, c in exponent.top.items()}, exponent.bottom)


def _name(base: Value, exponent: Quotient) -> Atom:
    name = f"power({text_of(base)};{text_of(exponent)})"
    return Atom(name, kind="power", arguments=(base, exponent))


def _atom(base: Value, exponent: Quotient) -> Value:
    return symbol(_name(base, exponent))
