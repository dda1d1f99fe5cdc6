"""Roots and absolute values: whole numbers are factored, other radicands are atoms."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import isqrt
from typing import TYPE_CHECKING

from sacreval.metrics.answers._mathematics.approximation import sign
from sacreval.metrics.answers._mathematics.exact_values import (
    Quotient,
    Value,
    as_quotient,
    generators,
    multiply,
    quotient,
    scaled,
    symbol,
    text_of,
    variables,
    whole_power,
)
from sacreval.metrics.answers._mathematics.parsing.terms import (
    ONE,
    Atom,
    Monomial,
    Number,
    Terms,
    magnitude,
    reduced,
)
from sacreval.metrics.answers._mathematics.parsing.work_limits import undecided

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.work_limits import Work


LARGEST_PRIME = 1000  # by which numbers are divided in turn
SURE = LARGEST_PRIME**2  # a larger factor without a small divisor may be composite


@cache
def primes() -> tuple[int, ...]:
    """Return the primes up to `LARGEST_PRIME`."""
    return tuple(n for n in range(2, LARGEST_PRIME) if all(n % d for d in range(2, isqrt(n) + 1)))


def factored(work: Work, number: int) -> dict[int, int]:
    """Factor a positive whole number; the last factor may be composite if it exceeds `SURE`."""
    powers: dict[int, int] = {}
    for prime in primes():
        if prime * prime > number:
            break
        while not number % prime:
            work.spend(1 + number.bit_length() // 500)
            number //= prime
            powers[prime] = powers.get(prime, 0) + 1
    if number > 1:
        powers[number] = powers.get(number, 0) + 1
    return powers


def prime_powers(work: Work, number: Number) -> dict[int, int]:
    """Factor a positive rational number; primes of the denominator have negative exponents."""
    if isinstance(number, int):
        return factored(work, number)
    below = {prime: -n for prime, n in factored(work, number.denominator).items()}
    return {**factored(work, number.numerator), **below}


LARGEST_DEGREE = 1000
SQUARE = 2  # degree of the square root


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
    return quotient(work, reduced(work, powers), ONE)


def _term_root(work: Work, rest: Quotient, degree: int) -> Value:
    """Return the root of a value: a product of known roots for one term, else an atom."""
    if rest.bottom is not ONE or len(rest.top) > 1:
        return _atom(rest, degree)
    ((monomial, coefficient),) = rest.top.items()
    if coefficient != 1 or "i" in dict(monomial):
        return _atom(rest, degree)
    known: dict[str, Number] = {}
    open_: list[tuple[str, Number]] = []
    for generator, exponent in monomial:
        if _is_positive(generator):
            known[generator] = Fraction(exponent) / degree
        else:
            open_.append((generator, exponent))
    outside = quotient(work, reduced(work, known), ONE)
    return multiply(work, outside, _open_root(work, tuple(open_), degree)) if open_ else outside


def _open_root(work: Work, monomial: Monomial, degree: int) -> Value:
    """Return the root of a product of variables: an absolute value, or an atom."""
    if degree == SQUARE and all(_is_even(exponent) for _, exponent in monomial):
        halves = tuple((generator, exponent // 2) for generator, exponent in monomial)
        return absolute(work, Quotient({halves: 1}, ONE))
    return _atom(Quotient({monomial: 1}, ONE), degree)


def _is_positive(generator: str) -> bool:
    """Return whether a generator is a positive constant."""
    return generator.isdigit() or generator in {"e", "π"}


def _is_even(exponent: Number) -> bool:
    return exponent == int(exponent) and exponent % 2 == 0


def _atom(radicand: Quotient, degree: int) -> Value:
    plain = radicand.bottom is ONE  # so that the power of the root is a sum
    return symbol(
        Atom(
            f"root({text_of(radicand)};{degree})",
            kind="root",
            arguments=(radicand, degree),
            order=degree if plain else 0,
            power=radicand.top if plain else ONE,
        )
    )


def absolute(work: Work, value: Value) -> Value:
    """Return the absolute value, of variables that are real."""
    if not isinstance(value, Quotient):
        return magnitude(value)
    if not variables(value):
        if "i" in generators(value):
            return root(work, multiply(work, value, conjugate(value)), SQUARE)
        return multiply(work, sign(work, value), value)
    if value.bottom is ONE and len(value.top) == 1:
        return _absolute_term(work, value.top)
    coefficient, rest = scaled(value)
    return multiply(work, magnitude(coefficient), _absolute_atom(work, rest))


def conjugate(value: Quotient) -> Value:
    """Return the complex conjugate of a number."""
    if any(isinstance(generator, Atom) for generator in generators(value)):
        undecided("the conjugate of a function")
    top, bottom = ({m: -c if dict(m).get("i") else c for m, c in terms.items()} for terms in value)
    return Quotient(top, ONE if value.bottom is ONE else bottom)


def _absolute_term(work: Work, top: Terms) -> Value:
    ((monomial, coefficient),) = top.items()
    product: Value = magnitude(coefficient)
    for generator, exponent in monomial:
        if generator == "i":
            continue
        factor: Value = Quotient({((generator, exponent),): 1}, ONE)
        if not (_is_positive(generator) or _is_even(exponent)):
            base = _absolute_atom(work, Quotient({((generator, 1),): 1}, ONE))
            factor = whole_power(work, base, int(exponent))
        product = multiply(work, product, factor)
    return product


def _absolute_atom(work: Work, value: Quotient) -> Value:
    square = as_quotient(multiply(work, value, value))
    plain = square.bottom is ONE
    return symbol(
        Atom(
            f"abs({text_of(value)})",
            kind="abs",
            arguments=(value,),
            order=SQUARE if plain else 0,
            power=square.top if plain else ONE,
        )
    )
