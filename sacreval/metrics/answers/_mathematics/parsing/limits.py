"""Limits of exact arithmetic, so that the work on a pair is bounded: what passes is undecided."""

from typing import NoReturn

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
