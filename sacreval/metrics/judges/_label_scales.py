"""Scales of labels: one of several choices, and a list of them folded to one number."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, Literal

from sacreval.metrics.judges._scale_base import (
    Bounds,
    ScaleBase,
    Verdict,
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
        if len(self.values) < 2:  # noqa: PLR2004 - one label would be no choice
            raise ValueError("a scale of choices needs at least two labels")
        if not all(isfinite(value) for value in self.values.values()):
            raise ValueError("the values of choices must be finite")
        keys = [self._key(label) for label in self.values]
        if len(set(keys)) < len(keys) or not all(keys):
            raise ValueError(
                "two labels are the same, or one is empty, as labels are compared; set "
                "`exact: true` or change them"
            )

    @property
    def outputs(self) -> tuple[str, ...]:
        """One number, the value of the label."""
        return ("score",)

    def bounds(self, *, higher_is_better: bool | None = True) -> Bounds:
        """Return the lowest and the highest value of a label."""
        values = self.values.values()
        return oriented((min(values),), (max(values),), higher=higher_is_better)

    def read(self, value: Any) -> Verdict:
        """Return the verdict of a label."""
        label = self.label(value)
        if label is None:
            return unparsed(f"{quoted(value)} is none of {', '.join(self.values)}"[:300])
        return Verdict((self.values[label],), details=label)

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
    def outputs(self) -> tuple[str, ...]:
        """One number, the fold."""
        return ("score",)

    @property
    def item(self) -> ChoicesScale:
        """The scale of one item, where each has a reply of its own."""
        return ChoicesScale(values=self.values, exact=self.exact)

    def bounds(self, *, higher_is_better: bool | None = True) -> Bounds:
        """Return the lowest and the highest value of an item."""
        return self.item.bounds(higher_is_better=higher_is_better)

    def read(self, value: Any) -> Verdict:
        """Return the verdict of a list of labels."""
        if not isinstance(value, list | tuple):
            return unparsed(f"{quoted(value)} is not a list")
        verdicts = [self.item.read(each) for each in value]
        wrong = next((verdict for verdict in verdicts if verdict.reason), None)
        return wrong or self.folded([verdict.values[0] for verdict in verdicts])

    def folded(self, values: Sequence[float]) -> Verdict:
        """Return the verdict of the values of all items; unparsed if there are none.

        Args:
            values: One value an item, in order.
        """
        if not values:
            return unparsed("there are no items to judge")
        folds = {"share": _share, "average-precision": _average_precision}
        return Verdict((folds[self.fold](values),), details=list(values))


def _share(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _average_precision(values: Sequence[float]) -> float:
    """Return sum(precision at k * v_k) / sum(v), which is 0 if all are 0."""
    hits = total = 0.0
    for k, v in enumerate(values, start=1):
        hits += v
        total += v * hits / k
    return total / hits if hits else 0.0
