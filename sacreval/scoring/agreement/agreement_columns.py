"""The rows of one score of a system and task: stored and derived values, and where they differ."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan, nan, sqrt
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.reducers import Reducer
from sacreval.scoring.agreement.agreement_results import RowDifference
from sacreval.scoring.agreement.agreement_rows import Row, number, pair
from sacreval.scoring.agreement.agreement_values import MISSING, Derived
from sacreval.scoring.rows.logged_scores import SAMPLE

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric
    from sacreval.core.records import Instance
    from sacreval.scoring.agreement.agreement_rule import Rule

TOLERANCE = 1e-12  # relative to the larger of 1 and the stored value
SHOWN = 100  # rows that differ which a result holds


class Key(NamedTuple):
    """What the rows of a column have in common."""

    score: str
    system_id: str
    task: str | None


class Total(NamedTuple):
    """A score over all records, with its standard error where it is a mean."""

    value: float | None
    error: float | None


@dataclass
class Column:
    """The rows of a score.

    Args:
        key: The score, the system and the task.
        rule: How it is derived; None without a counterpart.
        metric: The metric of the rule; None for scores of several metrics.
        label: What derives it, as shown.
        problem: Why the metric cannot run here; "" if it can.
        sample: The first records with one output, by their ids.
    """

    key: Key
    rule: Rule | None = None
    metric: Metric | None = None
    label: str | None = None
    problem: str = ""
    sample: list[tuple[str, Instance]] = field(default_factory=list)
    compared: int = 0
    different: int = 0
    unscored: int = 0
    missing: int = 0
    differences: list[RowDifference] = field(default_factory=list)
    _derived: array[float] = field(default_factory=lambda: array("d"))
    _sizes: array[int] = field(default_factory=lambda: array("L"))
    _sums: Array | None = None

    def add(self, rows: Sequence[Row], found: Sequence[Derived], name: str) -> None:
        """Add the rows of a record.

        Args:
            rows: The rows.
            found: What was derived from each.
            name: Id of the input.
        """
        if len(rows) == 1 and len(self.sample) < SAMPLE and rows[0].record.error is None:
            self.sample.append((name, rows[0].record))
        count = 0
        for row, one in zip(rows, found, strict=True):
            if one.why == MISSING:
                self.missing += one.value is not None
                if one.value is None:
                    continue
            self._compare(row, one, name)
            if one.value is not None:
                self._derived.append(one.value)
                count += 1
            if one.sums is not None:
                self._sums = one.sums.copy() if self._sums is None else self._sums + one.sums
        if count:
            self._sizes.append(count)

    @property
    def records(self) -> int:
        """The number of records with a derived value."""
        return len(self._sizes)

    @property
    def repeats(self) -> int:
        """The largest number of outputs of a record."""
        return max(self._sizes, default=1)

    def total(self, reduce: Reducer, *, added: bool = False) -> Total:
        """Return the score over all records.

        Args:
            reduce: Reduces the scores of a record to one.
            added: Whether records are added, not averaged.
        """
        if self.rule is not None and self.rule.corpus:
            return Total(self._of_corpus(), None)
        values = self._by_record(reduce)
        if not values or any(map(isnan, values)):
            return Total(None, None)
        if added:
            return Total(sum(values), None)
        mean = sum(values) / len(values)
        if len(values) == 1:
            return Total(mean, None)
        squares = sum((value - mean) ** 2 for value in values)
        return Total(mean, sqrt(squares / (len(values) - 1) / len(values)))

    def _by_record(self, reduce: Reducer) -> list[float]:
        start, found = 0, []
        for size in self._sizes:
            found.append(float(reduce(self._derived[start : start + size])))
            start += size
        return found

    def _of_corpus(self) -> float | None:
        if self._sums is None or self.metric is None or self.rule is None:
            return None
        return float(self.metric.reduce(self._sums)[self.rule.output])

    def _compare(self, row: Row, found: Derived, name: str) -> None:
        stored = self._stored(row)
        if stored is None:
            return
        value = self._likelihood(row, found)
        if value is None:
            self.unscored += 1
        else:
            self.compared += 1
        if value is not None and equal(stored, value) and self._same_units(row):
            return
        self.different += value is not None
        if len(self.differences) < SHOWN:
            self.differences.append(
                RowDifference(
                    instance_id=name,
                    sample=row.sample,
                    stored=stored,
                    derived=value,
                    why="" if found.why == MISSING else found.why,
                )
            )

    def _stored(self, row: Row) -> float | None:
        if self.rule is not None and self.rule.pairs:
            found = pair(row.stored)
            return found[0] if found else None
        value = number(row.stored)
        return None if value is None or isnan(value) else value

    def _likelihood(self, row: Row, found: Derived) -> float | None:
        """Return what a row's stored value is compared with."""
        if self.rule is None or not self.rule.pairs or found.value is None:
            return found.value
        return (row.record.sequence or {}).get("logprob", nan)

    def _same_units(self, row: Row) -> bool:
        if self.rule is None or self.rule.pairs in ("", "sequence"):
            return True
        units = pair(row.stored)
        return units is not None and units[1] == (row.record.sequence or {}).get(self.rule.pairs)


def equal(stored: float, derived: float) -> bool:
    """Return whether two values are equal but for rounding."""
    return abs(stored - derived) <= TOLERANCE * max(1.0, abs(stored))
