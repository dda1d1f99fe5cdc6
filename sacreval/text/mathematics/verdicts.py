"""Verdicts on pairs of mathematical answers: equal, different, undecided or not parsed."""

import re
from dataclasses import dataclass
from typing import Literal

from sacreval.text.mathematics.comparison import Comparison
from sacreval.text.mathematics.limits import UndecidedError, UnparsedError
from sacreval.text.mathematics.reading import read

Verdict = Literal[
    "equal", "different", "undecided", "unparsed_prediction", "unparsed_reference"
]
"""Of a pair."""


@dataclass(frozen=True, kw_only=True)
class Conventions:
    """How answers are read where conventions differ.

    Args:
        decimals: exact compares decimal numbers as they are; with as-given, a decimal equals any
            number that rounds to it at its own number of places.
        units: drop ignores a unit that one answer alone has; with keep, it must have both.
        percent: value reads 50% as 0.5; bare reads it as 50.
        order: set reads a list without brackets as a set; tuple compares it in order.
    """

    decimals: Literal["exact", "as-given"] = "exact"
    units: Literal["drop", "keep"] = "drop"
    percent: Literal["value", "bare"] = "value"
    order: Literal["set", "tuple"] = "set"


USUAL = Conventions()
_NAMES: dict[bool | None, Verdict] = {True: "equal", False: "different", None: "undecided"}
_COMMAS = re.compile(r"\d,\d{3}(?!\d)")  # a thousands separator, or a list


def verdict(prediction: str, reference: str, conventions: Conventions = USUAL) -> Verdict:
    """Return the verdict on two answers, which have been extracted from their texts.

    The verdict is symmetric but for the names of the sides that are not parsed. `equal` is proved,
    and so is `different`; the work is bounded, and what passes the limits is `undecided`.

    Args:
        prediction: The answer of a system, in LaTeX or plain.
        reference: The right answer.
        conventions: How answers are read where conventions differ.
    """
    found = _verdict(prediction, reference, conventions, commas=True)
    if found == "different" and (_COMMAS.search(prediction) or _COMMAS.search(reference)):
        other = _verdict(prediction, reference, conventions, commas=False)
        return "undecided" if other == "equal" else found
    return found


def _verdict(
    prediction: str, reference: str, conventions: Conventions, *, commas: bool
) -> Verdict:
    right = read(reference, percent=conventions.percent, commas=commas)
    if isinstance(right, UnparsedError):
        return "unparsed_reference"
    given = read(prediction, percent=conventions.percent, commas=commas)
    if isinstance(given, UnparsedError):
        return "unparsed_prediction"
    if prediction.strip() == reference.strip():
        return "equal"
    if isinstance(given, Exception) or isinstance(right, Exception):
        return "undecided"
    try:
        decision = Comparison(conventions).equal(given, right)
    except UndecidedError:
        return "undecided"
    return _NAMES[decision]
