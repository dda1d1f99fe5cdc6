"""Read a number or formula with its unit, in tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from sacreval.metrics.answers._mathematics.answer_kinds import Scalar
from sacreval.metrics.answers._mathematics.exact_values import Value, multiply, number, symbol
from sacreval.metrics.answers._mathematics.parsing.formula_parser import FUNCTIONS, FormulaParser
from sacreval.metrics.answers._mathematics.parsing.work_limits import undecided, unparsed

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.work_limits import Work

INFINITY = "∞"
LARGEST_BASE = 36
LONGEST_UNIT = 10  # tokens
_DECIMAL = re.compile(r"\d*\.(\d+)")
_DEGREES = (("^", r"\circ"), ("^", "{", r"\circ", "}"), (r"\circ",))
_INFINITE = r"\infty"


class Scalars(NamedTuple):
    """Reads numbers and formulas.

    Args:
        work: Counts the steps.
        percent: What a percent sign multiplies by.
    """

    work: Work
    percent: Fraction

    def read(self, pieces: Sequence[str], plus_minus: int = 1) -> Scalar:
        """Read a formula and the unit after it.

        Args:
            pieces: The tokens.
            plus_minus: What a plus-minus sign stands for: 1 or -1.

        Raises:
            UnparsedError: If it is none.
            UndecidedError: If it is one that the rules or limits do not cover.
        """
        if not pieces:
            unparsed("an empty formula")
        if "_" in pieces and pieces[0].isdigit():
            return Scalar(_in_base(pieces))
        formula, unit = _unit(pieces)
        return Scalar(self._value(formula, plus_minus), unit, _places(formula))

    def value(self, pieces: Sequence[str]) -> Value:
        """Read a formula with or without a unit, and return its value."""
        return self.read(pieces).value

    def _value(self, pieces: Sequence[str], plus_minus: int) -> Value:
        if len(pieces) == 1 and pieces[0].isdigit():
            return number(self.work, pieces[0])
        if _INFINITE in pieces:
            return self._infinity(pieces)
        formula = FormulaParser(self.work, pieces, plus_minus=plus_minus, percent=self.percent)
        return formula.value()

    def _infinity(self, pieces: Sequence[str]) -> Value:
        sign, *rest = ["+", *pieces] if len(pieces) == 1 else pieces
        if rest != [_INFINITE] or sign not in {"+", "-"}:
            undecided("a formula with infinity")
        return multiply(self.work, 1 if sign == "+" else -1, symbol(INFINITY))


def _in_base(pieces: Sequence[str]) -> int:
    """Read digits in the base that is below them, as in `1011_2`."""
    digits, below, *base = pieces
    base = base[1:-1] if base[:1] == ["{"] else base
    if below != "_" or len(base) != 1 or not base[0].isdigit():
        undecided("a number with something below it")
    if len(base[0]) > 2 or not 2 <= int(base[0]) <= LARGEST_BASE:  # base 2 or more
        undecided("a base of this kind")
    try:
        return int(digits, int(base[0]))
    except ValueError:
        return unparsed("digits that the base does not have")


def _unit(pieces: Sequence[str]) -> tuple[Sequence[str], str]:
    """Split a formula and the unit after it, or the currency before it."""
    if pieces[0] == "$" and len(pieces) > 1:
        return pieces[1:], "$"
    if FUNCTIONS.isdisjoint(pieces):
        for end in _DEGREES:
            if len(pieces) > len(end) and tuple(pieces[-len(end) :]) == end:
                return pieces[: -len(end)], "degree"
    place = next((i for i, piece in enumerate(pieces) if piece[0] == '"'), None)
    if place is None:
        return pieces, ""
    if not _is_counted(pieces[:place]) or len(pieces) > place + LONGEST_UNIT:
        unparsed("words that are no answer")
    unit = " ".join(x.lstrip('"') for x in pieces[place:] if x not in {"{", "}"})
    return pieces[:place], unit


def _is_counted(pieces: Sequence[str]) -> bool:
    """Return whether a formula is a number or one letter, which a unit may follow."""
    return len(pieces) == 1 or any(piece[0].isdigit() for piece in pieces)


def _places(pieces: Sequence[str]) -> int | None:
    """Return the decimal places of a decimal number with or without a sign; else None."""
    bare = pieces[1:] if pieces[0] in {"+", "-"} else pieces
    share = bare[-1:] == ["%"]
    match = _DECIMAL.fullmatch(bare[0]) if bare and len(bare) == 1 + share else None
    return len(match[1]) + 2 * share if match else None
