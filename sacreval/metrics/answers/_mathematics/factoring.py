"""Whole numbers as products of primes."""

from __future__ import annotations

from functools import cache
from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.limits import Work
    from sacreval.metrics.answers._mathematics.parsing.terms import Number

LARGEST_PRIME = 1000  # by which numbers are divided in turn
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
