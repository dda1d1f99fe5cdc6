r"""Sums of terms: a rational coefficient times powers of generators, such as `3/2 x^2 \sqrt{5}`.

A generator is a text: a letter is a variable, `π` and `e` are the constants, `i` is the imaginary
unit, and a text of digits is a prime number whose exponent is a proper fraction. An `Atom` is a
function of other values, such as a sine. Two sums without atoms are equal only if they are the
same: powers of variables, roots of different primes and `i` are linearly independent.

Source: A. S. Besicovitch, On the linear independence of fractional powers of integers, 1940.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.work_limits import Work

Number = int | Fraction
Monomial = tuple[tuple[str, Number], ...]  # generators in their order, with exponents
Terms = Mapping[Monomial, Number]

ONE: Terms = {(): 1}


class Atom(str):
    """A generator that is a function of other values, named by its canonical text.

    Args:
        text: The canonical text.
        kind: Name of the function.
        arguments: Its arguments, as values.
        order: Exponent from which powers are replaced; 0 for none.
        power: The sum that replaces the atom raised to `order`.
    """

    __slots__ = ("arguments", "kind", "order", "power")

    kind: str
    arguments: tuple[Any, ...]
    order: int
    power: Terms

    def __new__(
        cls,
        text: str,
        *,
        kind: str,
        arguments: tuple[Any, ...],
        order: int = 0,
        power: Terms = ONE,
    ) -> Self:
        """Create an atom."""
        atom = super().__new__(cls, text)
        atom.kind, atom.arguments, atom.order, atom.power = kind, arguments, order, power
        return atom


def plus(work: Work, a: Terms, b: Terms, factor: int = 1) -> Terms:
    """Return `a + factor * b`."""
    work.spend(len(b))
    terms = dict(a)
    for monomial, coefficient in b.items():
        _add(terms, monomial, coefficient * factor)
    return terms


def times(work: Work, a: Terms, b: Terms) -> Terms:
    """Return the product of two sums."""
    work.spend(len(a) * len(b))
    terms: dict[Monomial, Number] = {}
    for left, c in a.items():
        for right, d in b.items():
            product = c * d
            work.check(size(product))
            if left and right:
                for monomial, factor in joined(work, left, right).items():
                    _add(terms, monomial, factor * product)
            else:
                _add(terms, left or right, product)
    return terms


def to_power(work: Work, a: Terms, n: int) -> Terms:
    """Return a sum raised to a whole number from 0 up, by squaring."""
    if len(a) == 1:
        return _single_to_power(work, a, n)
    product = ONE
    while n:
        if n & 1:
            product = times(work, product, a)
        n >>= 1
        if n:
            a = times(work, a, a)
    return product


def inverse(work: Work, a: Terms) -> Terms:
    """Return 1 divided by a sum of one term."""
    ((monomial, coefficient),) = a.items()
    powers = {generator: -exponent for generator, exponent in monomial}
    return {m: c / Fraction(coefficient) for m, c in reduced(work, powers).items()}


def size(number: Number) -> int:
    """Return the number of bits of a rational number."""
    if isinstance(number, int):
        return number.bit_length()
    return number.numerator.bit_length() + number.denominator.bit_length()


def magnitude(number: Number) -> Number:
    """Return the absolute value of a rational number."""
    return number if number >= 0 else -number


def reduced(work: Work, powers: Mapping[str, Number]) -> Terms:
    """Return a product of powers of generators with all exponents in their ranges."""
    work.spend(len(powers))
    factor: Number = 1
    rest: dict[str, Number] = {}
    squares: list[tuple[Atom, int]] = []
    for generator, power in powers.items():
        exponent = power
        if isinstance(generator, Atom):
            if generator.order and exponent >= generator.order:
                squares.append((generator, int(exponent // generator.order)))
                exponent %= generator.order
        elif generator == "i":
            exponent, factor = _turned(exponent, factor)
        elif generator.isdigit() and not 0 <= exponent < 1:
            whole = exponent // 1
            work.check(abs(whole) * int(generator).bit_length())
            factor *= Fraction(int(generator)) ** whole
            exponent -= whole
        if exponent:
            rest[generator] = exponent
    product: Terms = {tuple(sorted(rest.items())): factor}
    for atom, times_ in squares:
        product = times(work, product, to_power(work, atom.power, times_))
    return product


def _turned(exponent: Number, factor: Number) -> tuple[Number, Number]:
    """Reduce a power of the imaginary unit."""
    exponent %= 4
    return (exponent - 2, -factor) if exponent >= 2 else (exponent, factor)


def _single_to_power(work: Work, a: Terms, n: int) -> Terms:
    ((monomial, coefficient),) = a.items()
    work.check(size(coefficient) * n)
    powers = {generator: exponent * n for generator, exponent in monomial}
    return {m: c * coefficient**n for m, c in reduced(work, powers).items()}


def joined(work: Work, left: Monomial, right: Monomial) -> Terms:
    """Return the product of two monomials."""
    powers = dict(left)
    for generator, exponent in right:
        powers[generator] = powers.get(generator, 0) + exponent
    return reduced(work, powers)


def _add(terms: dict[Monomial, Number], monomial: Monomial, coefficient: Number) -> None:
    total = terms.get(monomial, 0) + coefficient
    if total:
        terms[monomial] = total
    else:
        terms.pop(monomial, None)
