"""Roots and powers in closed form: whole numbers are factored, other radicands are atoms."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import isqrt
from typing import TYPE_CHECKING

from sacreval.text.mathematics.approximation import sign
from sacreval.text.mathematics.limits import undecided
from sacreval.text.mathematics.terms import ONE, Atom, Monomial, Number, Terms, reduced
from sacreval.text.mathematics.values import (
    Quotient,
    Value,
    as_quotient,
    generators,
    made,
    multiply,
    scaled,
    symbol,
    text_of,
    variables,
    whole_power,
)

if TYPE_CHECKING:
    from sacreval.text.mathematics.limits import Work

LARGEST_PRIME = 1000  # by which numbers are divided in turn
LARGEST_DEGREE = 1000
SQUARE = 2  # degree of the square root
SURE = LARGEST_PRIME**2  # a larger factor without a small divisor may be composite


@cache
def primes() -> tuple[int, ...]:
    """Return the primes up to `LARGEST_PRIME`."""
    return tuple(n for n in range(2, LARGEST_PRIME) if all(n % d for d in range(2, isqrt(n) + 1)))


def factored(work: Work, number: int) -> dict[int, int]:
    """Factor a positive whole number; the last factor may be composite if it exceeds `SURE`.

    Args:
        work: Counts the steps.
        number: The number.
    """
    found: dict[int, int] = {}
    for prime in primes():
        if prime * prime > number:
            break
        while not number % prime:
            work.spend(1 + number.bit_length() // 500)
            number //= prime
            found[prime] = found.get(prime, 0) + 1
    if number > 1:
        found[number] = found.get(number, 0) + 1
    return found


def prime_powers(work: Work, number: Number) -> dict[int, int]:
    """Factor a positive rational number; primes of the denominator have negative exponents."""
    if isinstance(number, int):
        return factored(work, number)
    below = {prime: -n for prime, n in factored(work, number.denominator).items()}
    return {**factored(work, number.numerator), **below}


def root(work: Work, radicand: Value, degree: int) -> Value:
    """Return the principal root of a value; the odd root of a negative number is negative.

    Args:
        work: Counts the steps.
        radicand: The value.
        degree: 2 for the square root.
    """
    if not 1 <= degree <= LARGEST_DEGREE:
        undecided("a root of this degree")
    if not radicand or degree == 1:
        return radicand
    if not isinstance(radicand, Quotient):
        return _number_root(work, radicand, degree)
    if not variables(radicand) and _is_negative(work, radicand):
        return _odd_sign(work, root(work, multiply(work, -1, radicand), degree), degree)
    coefficient, rest = scaled(radicand)
    if coefficient < 0:
        coefficient, rest = -coefficient, as_quotient(multiply(work, -1, rest))
    return multiply(work, _number_root(work, coefficient, degree), _term_root(work, rest, degree))


def _is_negative(work: Work, number: Quotient) -> bool:
    return "i" not in generators(number) and sign(work, number) < 0


def _odd_sign(work: Work, positive: Value, degree: int) -> Value:
    """Return the root of a negative number from that of its absolute value."""
    if degree % 2:
        return multiply(work, -1, positive)
    if degree != SQUARE:
        undecided("a complex root")
    return multiply(work, symbol("i"), positive)


def _number_root(work: Work, number: Number, degree: int) -> Value:
    """Return the root of a rational number as a product of roots of primes."""
    if number < 0:
        return _odd_sign(work, _number_root(work, -number, degree), degree)
    if isinstance(number, int) and degree == SQUARE and isqrt(number) ** 2 == number:
        return isqrt(number)
    powers: dict[str, Number] = {
        str(prime): Fraction(n, degree) for prime, n in prime_powers(work, number).items()
    }
    return made(work, reduced(work, powers), ONE)


def _term_root(work: Work, rest: Quotient, degree: int) -> Value:
    """Return the root of a value: a product of known roots for one term, else an atom."""
    if rest.bottom is ONE and len(rest.top) == 1:
        ((monomial, _),) = rest.top.items()
        known = {g: Fraction(e) / degree for g, e in monomial if g.isdigit() or g in {"e", "π"}}
        even = degree == SQUARE and all(_is_even(e) for g, e in monomial if g not in known)
        if "i" not in dict(monomial):
            outside = made(work, reduced(work, known), ONE)
            inside = tuple((g, e) for g, e in monomial if g not in known)
            if not inside:
                return outside
            halves = Quotient({tuple((g, e // 2) for g, e in inside): 1}, ONE)
            found = absolute(work, halves) if even else _atom(Quotient({inside: 1}, ONE), degree)
            return multiply(work, outside, found)
    return _atom(rest, degree)


def _is_even(exponent: Number) -> bool:
    return exponent == int(exponent) and exponent % 2 == 0


def _atom(radicand: Quotient, degree: int) -> Value:
    power = radicand.top if radicand.bottom is ONE else None
    return symbol(
        Atom(
            f"root({text_of(radicand)};{degree})",
            kind="root",
            arguments=(radicand, degree),
            order=degree if power is not None else 0,
            power=power or ONE,
        )
    )


def absolute(work: Work, value: Value) -> Value:
    """Return the absolute value, of variables that are real."""
    if not isinstance(value, Quotient):
        return abs(value)
    if not variables(value):
        if "i" in generators(value):
            return root(work, multiply(work, value, conjugate(value)), SQUARE)
        return multiply(work, sign(work, value), value)
    if value.bottom is ONE and len(value.top) == 1:
        return _absolute_term(work, value.top)
    _, rest = scaled(value)
    found = _absolute_atom(work, rest)
    return multiply(work, abs(scaled(value)[0]), found)


def conjugate(value: Quotient) -> Value:
    """Return the complex conjugate of a number."""
    if any(isinstance(generator, Atom) for generator in generators(value)):
        undecided("the conjugate of a function")
    top, bottom = (
        {m: -c if dict(m).get("i") else c for m, c in terms.items()} for terms in value
    )
    return Quotient(top, ONE if value.bottom is ONE else bottom)


def _absolute_term(work: Work, top: Terms) -> Value:
    ((monomial, coefficient),) = top.items()
    found: Value = abs(coefficient)
    for generator, exponent in monomial:
        one: Monomial = ((generator, exponent),)
        positive = generator.isdigit() or generator in {"e", "π"} or _is_even(exponent)
        factor: Value = Quotient({one: 1}, ONE)
        if generator == "i":
            continue
        if not positive:
            base = _absolute_atom(work, Quotient({((generator, 1),): 1}, ONE))
            factor = whole_power(work, base, int(exponent))
        found = multiply(work, found, factor)
    return found


def _absolute_atom(work: Work, value: Quotient) -> Value:
    square = multiply(work, value, value)
    plain = isinstance(square, Quotient) and square.bottom is ONE
    return symbol(
        Atom(
            f"abs({text_of(value)})",
            kind="abs",
            arguments=(value,),
            order=2 if plain else 0,
            power=square.top if isinstance(square, Quotient) and plain else ONE,
        )
    )


def power(work: Work, base: Value, exponent: Value) -> Value:
    """Return a value raised to another."""
    if not isinstance(exponent, Quotient):
        if exponent == int(exponent):
            return _whole(work, base, int(exponent))
        radical = root(work, base, Fraction(exponent).denominator)
        return _whole(work, radical, Fraction(exponent).numerator)
    if exponent.bottom is not ONE:
        return _power_atom(base, exponent)
    found: Value = 1
    for monomial, coefficient in exponent.top.items():
        if base == symbol("e") and (inside := _logarithm_in(monomial)) is not None:
            factor = power(work, inside, coefficient)
        elif monomial:
            factor = _symbolic(work, base, Quotient({monomial: 1}, ONE), coefficient)
        else:
            factor = power(work, base, coefficient)
        found = multiply(work, found, factor)
    return found


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
    if not isinstance(base, Quotient):
        if base == 1:
            return 1
        if base <= 0:
            return _power_atom(base, multiply_exact(exponent, factor))
        found: Terms = {
            tuple(
                sorted(
                    (_power_name(prime, exponent), n * factor)
                    for prime, n in prime_powers(work, base).items()
                )
            ): 1
        }
        return Quotient(found, ONE)
    return Quotient({((_power_name(base, exponent), factor),): 1}, ONE)


def multiply_exact(exponent: Quotient, factor: Number) -> Quotient:
    """Return a term of one coefficient multiplied by a number."""
    return Quotient({m: c * factor for m, c in exponent.top.items()}, exponent.bottom)


def _power_name(base: Value, exponent: Quotient) -> Atom:
    name = f"power({text_of(base)};{text_of(exponent)})"
    return Atom(name, kind="power", arguments=(base, exponent))


def _power_atom(base: Value, exponent: Quotient) -> Value:
    return symbol(_power_name(base, exponent))
