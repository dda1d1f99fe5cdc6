"""Kinds of answers: numbers with units, words, lists, sets, intervals, matrices and equations."""

from __future__ import annotations

from typing import NamedTuple

from sacreval.metrics.answers._mathematics.exact_values import Value


class Scalar(NamedTuple):
    """A number or a formula.

    Args:
        value: Its value, without the unit.
        unit: The unit; "" for none.
        places: Decimal places, if it is written as a decimal number.
    """

    value: Value
    unit: str = ""
    places: int | None = None


class WordAnswer(NamedTuple):
    """A text, such as the name of a person.

    Args:
        text: The text in lower case.
    """

    text: str


class Dots(NamedTuple):
    """The mark for left-out elements of a list."""


class Group(NamedTuple):
    """Several answers, in brackets or as a list.

    Args:
        opening: `(`, `[`, `{` of a set, or "" of a list without brackets.
        items: The answers.
        closing: `)`, `]`, `}` or "".
    """

    opening: str
    items: tuple[Answer, ...]
    closing: str


class RealInterval(NamedTuple):
    """An interval of real numbers.

    Args:
        low: The lower bound; None for minus infinity.
        high: The upper bound; None for infinity.
        has_low: Whether it contains its lower bound.
        has_high: Whether it contains its upper bound.
    """

    low: Value | None
    high: Value | None
    has_low: bool
    has_high: bool


class RealSet(NamedTuple):
    """A union of intervals, apart from each other and in their order.

    Args:
        pieces: The intervals.
        name: The variable of the inequality that it solves; "" for none.
    """

    pieces: tuple[RealInterval, ...]
    name: str = ""


class Matrix(NamedTuple):
    """A matrix, or a vector as a matrix of one row or column.

    Args:
        rows: Its rows, of equal lengths.
    """

    rows: tuple[tuple[Value, ...], ...]


class NamedAnswer(NamedTuple):
    """An answer with the name of what it is, such as `x=5`."""

    name: str
    answer: Answer


class Equation(NamedTuple):
    """An equation in several variables, or of a higher degree.

    Args:
        difference: Its left side minus the right one.
    """

    difference: Value


class Inequality(NamedTuple):
    """An inequality that is not solved.

    Args:
        difference: The larger side minus the smaller one.
        strict: Whether the sides must differ.
    """

    difference: Value
    strict: bool


class Ratio(NamedTuple):
    """A ratio such as `1:2`, which may be a time of day.

    Args:
        items: Its members.
        text: The text, to compare times of day.
    """

    items: tuple[Value, ...]
    text: str


Answer = (
    Scalar
    | WordAnswer
    | Dots
    | Group
    | RealSet
    | Matrix
    | NamedAnswer
    | Equation
    | Inequality
    | Ratio
)
