"""Base of the scales of judges: verdicts, findings, bounds, and reading numbers and labels."""

from __future__ import annotations

import re
from abc import abstractmethod
from math import isfinite
from typing import Any, NamedTuple

from msgspec import Struct

from sacreval.errors import shortened

_DECIMAL = re.compile(r"[+-]?\d{1,30}(?:\.\d{1,30})?")  # of any script; 30 digits fit any scale
_AROUND = " \t\r\n.*_\"'`"  # what models put around a label


class ScaleVerdict(NamedTuple):
    """What a reply says, on a scale.

    Args:
        values: One number for each output of the scale; empty if the reply could not be parsed.
        reason: "" or `unparsed: ` and a clause that says why.
        details: What the values were computed from: a list of errors, items or labels.
    """

    values: tuple[float, ...]
    reason: str = ""
    details: Any = None


class Finding(NamedTuple):
    """What a parse rule finds in a reply.

    Args:
        value: A text, a number, a list or a mapping; each scale reads what fits it.
        reason: Why the rule applies and still finds nothing; "" if it finds something.
    """

    value: Any
    reason: str = ""


class VerdictBounds(NamedTuple):
    """The worst and the best verdict of a scale, one number for each output."""

    worst: tuple[float, ...]
    best: tuple[float, ...]


class ScaleBase(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """Base class of scales."""

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the numbers of a verdict; the first stands for the judge."""
        return ("score",)

    @abstractmethod
    def bounds(self, *, higher_is_better: bool | None = True) -> VerdictBounds:
        """Return the worst and the best verdict.

        Args:
            higher_is_better: Of the judge; None is read as true.
        """

    @abstractmethod
    def read(self, value: Any) -> ScaleVerdict:
        """Return the verdict of what a rule found; unparsed if it is not on the scale.

        Args:
            value: `Finding.value`.
        """

    def value_of(self, _token: str) -> float | None:
        """Return the value of a token that is a label of the scale; None if it is none.

        Args:
            _token: The text of a token, without blanks around it.
        """
        return None


def unparsed(why: str) -> ScaleVerdict:
    """Return the verdict of a reply that could not be parsed.

    Args:
        why: A clause.
    """
    return ScaleVerdict((), f"unparsed: {why}")


def quoted(value: Any) -> str:
    """Return a value of a reply as it is shown in reasons."""
    return f"'{shortened(' '.join(str(value).split()), 60)}'"


def decimal(value: Any) -> float | None:
    """Return a number, or a text that is one in decimal notation of any script; else None."""
    if isinstance(value, str):
        text = value.strip()
        return float(text) if _DECIMAL.fullmatch(text) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if isfinite(value) else None
    except OverflowError:
        return None


def folded(label: str) -> str:
    """Return a label as it is compared: without case, marks around it, and repeated blanks."""
    return " ".join(label.strip(_AROUND).split()).casefold()


def oriented(
    low: tuple[float, ...], high: tuple[float, ...], *, higher: bool | None
) -> VerdictBounds:
    """Return bounds from the lowest and the highest values.

    Args:
        low: The lowest value of each output.
        high: The highest.
        higher: Whether the highest is the best; None is read as true.
    """
    return VerdictBounds(high, low) if higher is False else VerdictBounds(low, high)
