"""Values: rational numbers, also as they are written, and quotients of two sums of terms."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from sacreval.metrics.answers._mathematics.parsing.terms import (
    ONE,
    Atom,
    Number,
    Terms,
    inverse,
    plus,
    size,
    times,
    to_power,
)
from sacreval.metrics.answers._mathematics.parsing.work_limits import LARGEST_POWER, undecided

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.work_limits import Work


LONGEST_NAME = 2000  # characters of the canonical text of an argument


class Quotient(NamedTuple):
    """A quotient of two sums that is no rational number.

    Args:
        top: The numerator.
        bottom: The denominator: `ONE`, or a sum of several terms.
    """

    top: Terms
    bottom: Terms


Value = Number | Quotient


def symbol(name: str) -> Value:
    """Return the value of a generator."""
    return Quotient({((name, 1),): 1}, ONE)


def as_quotient(value: Value) -> Quotient:
    """Return a value as a quotient."""
    return value if isinstance(value, Quotient) else Quotient({(): value} if value else {}, ONE)


def quotient(work: Work, top: Terms, bottom: Terms) -> Value:
    """Return a quotient, as a rational number if it is one."""
    if not bottom:
        undecided("a division by zero")
    if len(bottom) == 1 and bottom is not ONE:
        top, bottom = times(work, top, inverse(work, bottom)), ONE
    if not top:
        return 0
    if bottom is ONE:
        return top[()] if len(top) == 1 and () in top else Quotient(top, ONE)
    ratio = _ratio(top, bottom)
    return Quotient(top, bottom) if ratio is None else ratio


def _ratio(top: Terms, bottom: Terms) -> Number | None:
    """Return the number by which one sum is a multiple of the other; None if it is not."""
    if top.keys() != bottom.keys():
        return None
    ratios = {Fraction(coefficient) / bottom[monomial] for monomial, coefficient in top.items()}
    return ratios.pop() if len(ratios) == 1 else None


def add(work: Work, a: Value, b: Value, sign: int = 1) -> Value:
    """Return `a + sign * b`."""
    if not isinstance(a, Quotient) and not isinstance(b, Quotient):
        total = a + sign * b
        work.check(size(total))
        return total
    x, y = as_quotient(a), as_quotient(b)
    if x.bottom == y.bottom:
        return quotient(work, plus(work, x.top, y.top, sign), x.bottom)
    left, right = times(work, x.top, y.bottom), times(work, y.top, x.bottom)
    return quotient(work, plus(work, left, right, sign), times(work, x.bottom, y.bottom))


def multiply(work: Work, a: Value, b: Value) -> Value:
    """Return `a * b`."""
    if not isinstance(a, Quotient) and not isinstance(b, Quotient):
        work.check(size(a) + size(b))
        return a * b
    x, y = as_quotient(a), as_quotient(b)
    return quotient(work, times(work, x.top, y.top), _product(work, x.bottom, y.bottom))


def divide(work: Work, a: Value, b: Value) -> Value:
    """Return `a / b`.

    Raises:
        UndecidedError: If `b` is 0.
    """
    if not b:
        undecided("a division by zero")
    if not isinstance(a, Quotient) and not isinstance(b, Quotient):
        work.check(size(a) + size(b))
        return Fraction(a) / b
    x, y = as_quotient(a), as_quotient(b)
    top = times(work, x.top, y.bottom)
    return quotient(work, top, _product(work, x.bottom, y.top))


def whole_power(work: Work, a: Value, n: int) -> Value:
    """Return a value raised to a whole number; 0 to the power 0 is 1.

    Raises:
        UndecidedError: If the result is too large, or a power of 0 is undefined.
    """
    if n < 0:
        return divide(work, 1, whole_power(work, a, -n))
    if not isinstance(a, Quotient):
        if abs(a) == 1 or not a:
            return a**n if n else 1
        work.check(size(a) * n)
        return a**n
    if n > LARGEST_POWER and len(a.top) + len(a.bottom) > 2:  # one term each
        undecided("too large an exponent")
    return quotient(work, to_power(work, a.top, n), to_power(work, a.bottom, n) if n else ONE)


def _product(work: Work, a: Terms, b: Terms) -> Terms:
    """Return the product of two denominators; ONE remains the same object."""
    if a is ONE:
        return b
    return a if b is ONE else times(work, a, b)


def scaled(value: Quotient) -> tuple[Number, Quotient]:
    """Split off the leading coefficient of a numerator.

    Returns:
        The coefficient, and the value divided by it.
    """
    leading = value.top[min(value.top)]
    return leading, Quotient({m: Fraction(c) / leading for m, c in value.top.items()}, value.bottom)


def text_of(value: Value) -> str:
    """Return the canonical text of a value, which names atoms.

    Raises:
        UndecidedError: If it is too long.
    """
    if not isinstance(value, Quotient):
        return str(value) if size(value) < LONGEST_NAME else undecided("too large an argument")
    parts = [",".join(_term(m, c) for m, c in sorted(terms.items())) for terms in value]
    text = "/".join(parts)
    return text if len(text) < LONGEST_NAME else undecided("too long an argument")


def _term(monomial: tuple[tuple[str, Number], ...], coefficient: Number) -> str:
    if size(coefficient) >= LONGEST_NAME:
        undecided("too large a coefficient")
    return f"{coefficient}" + "".join(f"·{g}^{e}" for g, e in monomial)


def generators(value: Value) -> set[str]:
    """Return the generators of a value, not those inside atoms."""
    if not isinstance(value, Quotient):
        return set()
    return {generator for terms in value for monomial in terms for generator, _ in monomial}


def variables(value: Value) -> set[str]:
    """Return the variables of a value, also those inside atoms."""
    names: set[str] = set()
    for generator in generators(value):
        if isinstance(generator, Atom):
            for argument in generator.arguments:
                names |= variables(argument)
        elif not generator.isdigit() and generator not in {"i", "e", "π"}:
            names.add(generator)
    return names


def number(work: Work, text: str) -> Value:
    """Return the value of a number such as `12`, `0.25`, `1e5` or, repeating, `~0.1{6}`.

    Args:
        work: Counts the steps.
        text: The number.

    Raises:
        UndecidedError: If it is too large.
    """
    if text.isdigit():
        work.check(4 * len(text))
        return int(text)
    if text[0] == "~":
        return _repeating(work, text[1:])
    digits, _, exponent = text.lower().partition("e")
    work.check(4 * len(digits) + 4 * (abs(int(exponent)) if exponent else 0))
    fraction = Fraction(f"{digits}e{exponent or 0}")
    return int(fraction) if fraction.denominator == 1 else fraction


def _repeating(work: Work, text: str) -> Value:
    """Return the value of a decimal number whose last digits, in braces, are repeated."""
    fixed, _, digits = text.rstrip("}").partition("{")
    fixed, digits = (fixed, digits) if digits else (text[:-1], text[-1])
    work.check(8 * len(text))
    whole, _, places = fixed.partition(".")
    period = Fraction(int(digits), (10 ** len(digits) - 1) * 10 ** len(places))
    return Fraction(f"{whole or 0}.{places or 0}") + period
