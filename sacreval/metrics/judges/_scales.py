"""The scales of judges: numbers and checklists here; labels and MQM errors in their own files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite
from typing import Any, Literal

from sacreval.metrics.judges._label_scales import ChoicesScale, ListScale
from sacreval.metrics.judges._mqm import MqmScale
from sacreval.metrics.judges._scale_base import (
    Bounds,
    ScaleBase,
    Verdict,
    decimal,
    folded,
    oriented,
    quoted,
    unparsed,
)

_YES_NO = {"yes": 1.0, "no": 0.0, "true": 1.0, "false": 0.0}


class NumberScale(ScaleBase, frozen=True, kw_only=True, tag="number"):
    """One number, or several, within a range.

    Args:
        min: The lowest number.
        max: The highest number.
        integer: Whether only whole numbers are on the scale.
        names: Names of the numbers, where a reply has several; one number is called `score`.
    """

    min: float
    max: float
    integer: bool = False
    names: tuple[str, ...] = ("score",)

    def __post_init__(self) -> None:
        if not (isfinite(self.min) and isfinite(self.max) and self.min < self.max):
            raise ValueError("a scale of numbers needs a `min` below its `max`, both finite")
        _check_names(self.names, "names")

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the numbers."""
        return self.names

    def bounds(self, *, higher_is_better: bool | None = True) -> Bounds:
        """Return the ends of the range, for each number."""
        n = len(self.names)
        return oriented((self.min,) * n, (self.max,) * n, higher=higher_is_better)

    def read(self, value: Any) -> Verdict:
        """Return the verdict of a number or a list of numbers, or of texts that are numbers."""
        values = list(value) if isinstance(value, list | tuple) else [value]
        if len(values) != len(self.names):
            return unparsed(f"{len(values)} numbers where the scale has {len(self.names)}")
        numbers = [decimal(each) for each in values]
        for each, number in zip(values, numbers, strict=True):
            if fault := self._fault(each, number):
                return unparsed(fault)
        return Verdict(tuple(number for number in numbers if number is not None))

    def _fault(self, value: Any, number: float | None) -> str:
        if number is None:
            return f"{quoted(value)} is not a number"
        if not self.min <= number <= self.max:
            return f"{quoted(value)} is not between {self.min:g} and {self.max:g}"
        if self.integer and not number.is_integer():
            return f"{quoted(value)} is not a whole number"
        return ""

    def value_of(self, token: str) -> float | None:
        """Return the value of a token that is a whole number of the range."""
        whole = len(self.names) == 1 and re.fullmatch("-?[0-9]{1,9}", token) is not None
        if not whole or token != str(int(token)) or not self.min <= int(token) <= self.max:
            return None
        return float(token)


class ChecklistScale(ScaleBase, frozen=True, kw_only=True, tag="checklist"):
    """Yes or no for each of several items; the score is the share of yes.

    Args:
        items: Names of the items; each is an output, 1 for yes.
    """

    items: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_names(("score", *self.items), "items")
        if not self.items:
            raise ValueError("a checklist needs items")

    @property
    def outputs(self) -> tuple[str, ...]:
        """The share, then each item."""
        return ("score", *self.items)

    def bounds(self, *, higher_is_better: bool | None = True) -> Bounds:
        """Return no for all items, and yes for all."""
        n = len(self.outputs)
        return oriented((0.0,) * n, (1.0,) * n, higher=higher_is_better)

    def read(self, value: Any) -> Verdict:
        """Return the verdict of a mapping of items to yes or no, or of a list in their order."""
        if isinstance(value, list | tuple) and len(value) == len(self.items):
            value = dict(zip(self.items, value, strict=True))
        if not isinstance(value, dict) or set(value) != set(self.items):
            return unparsed(f"not one answer for each of {', '.join(self.items)}"[:300])
        answers = [yes_or_no(value[item]) for item in self.items]
        marks = tuple(mark for mark in answers if mark is not None)
        if len(marks) < len(answers):
            wrong = value[self.items[answers.index(None)]]
            return unparsed(f"{quoted(wrong)} is neither yes nor no")
        return Verdict((sum(marks) / len(marks), *marks), details=value)


Scale = NumberScale | ChoicesScale | ChecklistScale | ListScale | MqmScale


def filled(
    scale: Scale,
    how: Literal["zero", "worst", "perfect"],
    *,
    higher_is_better: bool | None = True,
) -> tuple[float, ...]:
    """Return the values that a compatible mode gives to a verdict that could not be parsed."""
    if how == "zero":
        return (0.0,) * len(scale.outputs)
    bounds = scale.bounds(higher_is_better=higher_is_better)
    return bounds.worst if how == "worst" else bounds.best


def yes_or_no(value: Any) -> float | None:
    """Return 1 for yes or true and 0 for no or false; None for all else."""
    if isinstance(value, bool):
        return float(value)
    return _YES_NO.get(folded(value)) if isinstance(value, str) else None


def _check_names(names: Sequence[str], what: str) -> None:
    if not names or len(set(names)) < len(names) or not all(name.strip() for name in names):
        raise ValueError(f"`{what}` must be different names, and none may be empty or `score`")
