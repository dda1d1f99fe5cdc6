"""Conventions of reading answers, and what a comparison depends on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.limits import Work

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
    found: Decision = True
    for decision in decisions:
        if decision is False:
            return False
        if decision is None:
            found = None
    return found


def some(decisions: Iterable[Decision]) -> Decision:
    """Return whether any is true: a true one decides, else None remains."""
    found: Decision = False
    for decision in decisions:
        if decision:
            return True
        if decision is None:
            found = None
    return found
