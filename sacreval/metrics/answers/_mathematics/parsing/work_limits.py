"""Limits of exact arithmetic, and conventions of reading answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, NoReturn

LONGEST = 2000  # characters of an answer
DEEPEST = 30  # levels of brackets
BITS = 20_000  # of a whole number: 2004! has 19,053
STEPS = 4_000  # products of two terms, in one answer or one comparison
LARGEST_POWER = 2000  # exponent of a sum of several terms
_WORD = 64  # bits of a number that are multiplied in one step


class UndecidedError(Exception):
    """An answer that may be right, but which these rules or limits do not cover."""


class UnparsedError(Exception):
    """A text that is not a mathematical answer."""


def undecided(why: str) -> NoReturn:
    """Raise UndecidedError.

    Args:
        why: The rule or limit.

    Raises:
        UndecidedError: Always.
    """
    raise UndecidedError(why)


def unparsed(why: str) -> NoReturn:
    """Raise UnparsedError.

    Args:
        why: What is wrong with the text.

    Raises:
        UnparsedError: Always.
    """
    raise UnparsedError(why)


class Work:
    """Counts the steps of a computation.

    Args:
        steps: The largest number of steps.
    """

    __slots__ = ("left",)

    def __init__(self, steps: int = STEPS) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Count steps.

        Args:
            steps: Number of steps.

        Raises:
            UndecidedError: If they pass the limit.
        """
        self.left -= steps
        if self.left < 0:
            raise UndecidedError("too many steps")

    def check(self, bits: int) -> None:
        """Count the steps of a product of whole numbers.

        Args:
            bits: Size of the product.

        Raises:
            UndecidedError: If it is too large, or the steps pass the limit.
        """
        if bits > _WORD:
            if bits > BITS:
                raise UndecidedError("a number is too large")
            self.spend(bits // _WORD)


Decision = bool | None
"""Whether two answers are equal; None if that is not decided."""


@dataclass(frozen=True, kw_only=True)
class Conventions:
    """How answers are read where conventions differ.

    Args:
        decimals: exact compares decimal numbers as they are; with as-given, a decimal equals any
            number that rounds to it at its own number of places.
        missing_units: ignore compares the bare numbers if one answer alone has a unit; with
            differ, such answers differ.
        percent: value reads 50% as 0.5; bare reads it as 50.
        order: set reads a list without brackets as a set; tuple compares it in order.
    """

    decimals: Literal["exact", "as-given"] = "exact"
    missing_units: Literal["ignore", "differ"] = "ignore"
    percent: Literal["value", "bare"] = "value"
    order: Literal["set", "tuple"] = "set"


class Setting(NamedTuple):
    """What a comparison depends on.

    Args:
        work: Counts the steps.
        conventions: How answers are read where conventions differ.
    """

    work: Work
    conventions: Conventions


def every(decisions: Iterable[Decision]) -> Decision:
    """Return whether all are true: a false one decides, else None remains."""
    result: Decision = True
    for decision in decisions:
        if decision is False:
            return False
        if decision is None:
            result = None
    return result


def some(decisions: Iterable[Decision]) -> Decision:
    """Return whether any is true: a true one decides, else None remains."""
    result: Decision = False
    for decision in decisions:
        if decision:
            return True
        if decision is None:
            result = None
    return result
