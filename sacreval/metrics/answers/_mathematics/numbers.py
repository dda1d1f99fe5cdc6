"""Numbers as they are written: whole, decimal, with an exponent, or repeating."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sacreval.metrics.answers._mathematics.values import Value

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.limits import Work


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
