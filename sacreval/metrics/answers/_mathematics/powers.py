"""Powers: of whole and rational exponents, and of exponents with variables as atoms."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sacreval.metrics.answers._mathematics.angles import trigonometric
from sacreval.metrics.answers._mathematics.factoring import prime_powers
from sacreval.metrics.answers._mathematics.parsing.limits import undecided
from sacreval.metrics.answers._mathematics.parsing.terms import ONE, Atom, Monomial, Number
from sacreval.metrics.answers._mathematics.roots import root
from sacreval.metrics.answers._mathematics.values import (
    Quotient,
    Value,
    add,
    multiply,
    symbol,
    text_of,
    whole_power,
)

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.limits import Work

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
    found: Value = 1
    for monomial, coefficient in exponent.top.items():
        if base == symbol("e") and (inside := _logarithm_in(monomial)) is not None:
            factor = power(work, inside, coefficient)
        elif base == symbol("e") and monomial == _HALF_TURN and (coefficient * 12) % 1 == 0:
            factor = _on_unit_circle(work, coefficient)
        elif monomial:
            factor = _symbolic(work, base, Quotient({monomial: 1}, ONE), coefficient)
        else:
            factor = power(work, base, coefficient)
        found = multiply(work, found, factor)
    return found


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
    found: Value = generator.arguments[0]
    return found


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
