"""The scales of judges: numbers, checklists, labels, and errors by severity (MQM)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import ceil, isfinite
from typing import Any, Literal

from msgspec import field

from sacreval.metrics.judges._scale_base import (
    ScaleBase,
    ScaleVerdict,
    VerdictBounds,
    decimal,
    folded,
    oriented,
    quoted,
    unparsed,
)


class ChoicesScale(ScaleBase, frozen=True, kw_only=True, tag="choices"):
    """One of several labels, each with its value.

    Args:
        values: Label to value. Labels are compared without case, without repeated blanks, and
            without blanks, quotes, asterisks, underscores and full stops around them, unless
            these are all of the label.
        exact: Whether labels are compared as they are, but for blanks around them.
    """

    values: dict[str, float]
    exact: bool = False

    def __post_init__(self) -> None:
        if len(self.values) < 2:  # one label would be no choice
            raise ValueError("a scale of choices needs at least two labels")
        if not all(isfinite(value) for value in self.values.values()):
            raise ValueError("the values of choices must be finite")
        keys = [self._key(label) for label in self.values]
        if len(set(keys)) < len(keys) or not all(keys):
            raise ValueError(
                "two labels are the same, or one is empty, as labels are compared; set "
                "`exact: true` or change them"
            )

    def bounds(self, *, higher_is_better: bool | None = True) -> VerdictBounds:
        """Return the lowest and the highest value of a label."""
        values = self.values.values()
        return oriented((min(values),), (max(values),), higher=higher_is_better)

    def read(self, value: Any) -> ScaleVerdict:
        """Return the verdict of a label."""
        label = self.label(value)
        if label is None:
            return unparsed(f"{quoted(value)} is none of {', '.join(self.values)}"[:300])
        return ScaleVerdict((self.values[label],), details=label)

    def label(self, value: Any) -> str | None:
        """Return the label of the scale that a value of a reply is; None if it is none."""
        if isinstance(value, bool):
            value = str(value).lower()
        if isinstance(value, int):
            value = str(value)
        if not isinstance(value, str):
            return None
        keys = {self._key(label): label for label in self.values}
        return keys.get(self._key(value))

    def value_of(self, token: str) -> float | None:
        """Return the value of a token that is a label."""
        label = self.label(token)
        return None if label is None else self.values[label]

    def _key(self, label: str) -> str:
        return label.strip() if self.exact else folded(label) or label.strip()


class ListScale(ScaleBase, frozen=True, kw_only=True, tag="list"):
    """A verdict for each of many items, folded to one number.

    Args:
        values: Label to value, compared as those of choices.
        fold: `share` is the mean of the values; `average-precision` is the mean precision at the
            ranks of the items with value 1, and 0 where there is none.
        exact: As for choices.

    Source:
        Ragas (3e28e9de), without the 1e-10 that it adds to the divisor of average precision.
    """

    values: dict[str, float]
    fold: Literal["share", "average-precision"] = "share"
    exact: bool = False

    def __post_init__(self) -> None:
        ChoicesScale(values=self.values, exact=self.exact)
        if self.fold == "average-precision" and not set(self.values.values()) <= {0.0, 1.0}:
            raise ValueError("`fold: average-precision` needs values that are 0 or 1")

    @property
    def item(self) -> ChoicesScale:
        """The scale of one item, where each has a reply of its own."""
        return ChoicesScale(values=self.values, exact=self.exact)

    def bounds(self, *, higher_is_better: bool | None = True) -> VerdictBounds:
        """Return the lowest and the highest value of an item."""
        return self.item.bounds(higher_is_better=higher_is_better)

    def read(self, value: Any) -> ScaleVerdict:
        """Return the verdict of a list of labels."""
        if not isinstance(value, list | tuple):
            return unparsed(f"{quoted(value)} is not a list")
        verdicts = [self.item.read(each) for each in value]
        wrong = next((verdict for verdict in verdicts if verdict.reason), None)
        return wrong or self.folded([verdict.values[0] for verdict in verdicts])

    def folded(self, values: Sequence[float]) -> ScaleVerdict:
        """Return the verdict of the values of all items; unparsed if there are none.

        Args:
            values: One value an item, in order.
        """
        if not values:
            return unparsed("there are no items to judge")
        folds = {"share": _share, "average-precision": _average_precision}
        return ScaleVerdict((folds[self.fold](values),), details=list(values))


def _share(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _average_precision(values: Sequence[float]) -> float:
    """Return sum(precision at k * v_k) / sum(v), which is 0 if all are 0."""
    hits = total = 0.0
    for k, v in enumerate(values, start=1):
        hits += v
        total += v * hits / k
    return total / hits if hits else 0.0


def _weights() -> dict[str, float]:
    return {"critical": 25.0, "major": 5.0, "minor": 1.0}


class MqmScale(ScaleBase, frozen=True, kw_only=True, tag="mqm"):
    """A list of errors; the score is minus the sum of their weights.

    Args:
        weights: Severity to weight, the most severe first.
        cap: The most that all errors of a text cost together.
        most: How many errors are counted in the score, the most severe first; null for all.
        fatal: Categories whose errors always have the highest severity, such as
            `non-translation`.

    Source:
        Kocmi, Federmann (2023), GEMBA-MQM, for the weights 25, 5 and 1 and the cap 25.
    """

    weights: dict[str, float] = field(default_factory=_weights)
    cap: float = 25.0
    most: int | None = None
    fatal: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        weights = list(self.weights.values())
        if not weights or not all(isfinite(weight) and weight > 0 for weight in weights):
            raise ValueError("`weights` must be positive numbers, at least one")
        if weights != sorted(weights, reverse=True):
            raise ValueError("`weights` must begin with the most severe")
        if "score" in self.outputs[1:] or len(set(map(folded, self.weights))) < len(weights):
            raise ValueError("`weights` must have different severities, and none may be `score`")
        if not (isfinite(self.cap) and self.cap > 0) or (self.most is not None and self.most < 1):
            raise ValueError("`cap` must be a positive number, and `most` at least 1")

    @property
    def outputs(self) -> tuple[str, ...]:
        """The score, then the number of errors of each severity."""
        return ("score", *self.weights)

    def bounds(self, *, higher_is_better: bool | None = True) -> VerdictBounds:  # noqa: ARG002
        """Return the most severe errors that reach the cap, and no error: costs, negated."""
        weight, *rest = self.weights.values()
        none = (0.0,) * len(rest)
        return VerdictBounds((-self.cap, float(ceil(self.cap / weight)), *none), (0.0, 0.0, *none))

    def read(self, value: Any) -> ScaleVerdict:
        """Return the verdict of a list of errors with `severity`, or of lists by severity."""
        errors = _flat(value)
        if errors is None:
            return unparsed(f"{quoted(value)} is not a list of errors")
        graded = [{**error, "severity": self._severity(error)} for error in errors]
        for error, raw in zip(graded, errors, strict=True):
            if error["severity"] is None:
                return unparsed(f"{quoted(raw.get('severity'))} is not a severity of the scale")
        return self._scored(graded)

    def _scored(self, errors: list[dict[str, Any]]) -> ScaleVerdict:
        costs = sorted((self.weights[error["severity"]] for error in errors), reverse=True)
        severities = [error["severity"] for error in errors]
        counts = tuple(float(severities.count(name)) for name in self.weights)
        return ScaleVerdict((0.0 - min(self.cap, sum(costs[: self.most])), *counts), details=errors)

    def _severity(self, error: Mapping[str, Any]) -> str | None:
        names = {folded(name): name for name in self.weights}
        severity = error.get("severity")
        known = names.get(folded(severity)) if isinstance(severity, str) else None
        if known and any(folded(name) in folded(_category(error)) for name in self.fatal):
            return next(iter(self.weights))
        return known


def _category(error: Mapping[str, Any]) -> str:
    return str(error.get("category") or error.get("class") or "")


def _flat(value: Any) -> list[dict[str, Any]] | None:
    """Return errors as a flat list of mappings with `severity`; None if they are none."""
    if isinstance(value, dict):
        if not all(isinstance(errors, list) for errors in value.values()):
            return None
        pairs = [(severity, error) for severity, errors in value.items() for error in errors]
        return [_as_mapping(error, severity) for severity, error in pairs]
    if isinstance(value, list) and all(isinstance(error, dict) for error in value):
        return [dict(error) for error in value]
    return None


def _as_mapping(error: Any, severity: str) -> dict[str, Any]:
    return {**(error if isinstance(error, dict) else {"text": error}), "severity": severity}


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

    def bounds(self, *, higher_is_better: bool | None = True) -> VerdictBounds:
        """Return the ends of the range, for each number."""
        n = len(self.names)
        return oriented((self.min,) * n, (self.max,) * n, higher=higher_is_better)

    def read(self, value: Any) -> ScaleVerdict:
        """Return the verdict of a number or a list of numbers, or of texts that are numbers."""
        values = list(value) if isinstance(value, list | tuple) else [value]
        if len(values) != len(self.names):
            return unparsed(f"{len(values)} numbers where the scale has {len(self.names)}")
        numbers = [decimal(each) for each in values]
        for each, number in zip(values, numbers, strict=True):
            if fault := self._fault(each, number):
                return unparsed(fault)
        return ScaleVerdict(tuple(number for number in numbers if number is not None))

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

    def bounds(self, *, higher_is_better: bool | None = True) -> VerdictBounds:
        """Return no for all items, and yes for all."""
        n = len(self.outputs)
        return oriented((0.0,) * n, (1.0,) * n, higher=higher_is_better)

    def read(self, value: Any) -> ScaleVerdict:
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
        return ScaleVerdict((sum(marks) / len(marks), *marks), details=value)


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
