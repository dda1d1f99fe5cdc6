"""The rows of one metric for one system, or their sum, and the records that have none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    from sacreval.core.contract.formulas import Sums
    from sacreval.core.metric import Array, Metric
    from sacreval.core.records import Batch, Instance


class Column(Struct, eq=False):
    """The rows of one metric for one system, and the records that it could not score."""

    failures: dict[int, str] = field(default_factory=dict)
    states: dict[int, str] = field(default_factory=dict)  # why records are missing
    unanswered: set[int] = field(default_factory=set)  # records that score as wrong
    outside: set[int] = field(default_factory=set)  # records that take no part in the metric
    _sums: Sums | None = None  # of records that have no rows
    _table: Array | None = None  # over-allocated: concatenating blocks would need twice the memory
    _filled: int = 0

    def add(self, start: int, rows: Array, failures: Mapping[int, str]) -> None:
        """Add the rows of a batch whose first record has index `start`."""
        self.failures.update({start + i: text for i, text in failures.items()})
        self._append(rows)

    def add_sums(self, sums: Sums) -> None:
        """Add the sum of the rows of a batch whose records all have one."""
        self._sums = sums if self._sums is None else self._sums.plus(sums)

    @property
    def only_sums(self) -> Sums | None:
        """The sum of all rows as plain numbers; None where there are rows."""
        return self._sums if self._table is None else None

    def _append(self, rows: Array) -> None:
        end = self._filled + len(rows)
        table = self._with_room(end, rows.shape[1])
        table[self._filled : end] = rows  # a batch that could not be scored has one column of NaN
        self._filled = end

    def add_to_sum(self, start: int, rows: Array, failures: Mapping[int, str]) -> None:
        """Add the rows of a batch, at least two numbers each, to the sum of those before.

        They are added one after the other, which are the additions that NumPy makes where it sums
        all at once: the sum is the same to the last bit.
        """
        import numpy as np

        self.failures.update({start + i: text for i, text in failures.items()})
        good = rows[~np.isnan(rows).any(axis=1)]
        if len(good):
            before = self.rows()
            table = np.concatenate([before, good]) if len(before) else good
            self._table, self._filled = table.sum(axis=0, keepdims=True), 1

    def rows(self) -> Array:
        """Return all rows (n, k) in input order, NaN where the metric could not score.

        Where only sums are needed, one row may be the sum of several.
        """
        if self._sums is not None:
            import numpy as np

            sums, self._sums = self._sums, None
            self._append(np.array([sums]))
        table = self._with_room(0, 1) if self._table is None else self._table
        return table[: self._filled]

    def _with_room(self, length: int, width: int) -> Array:
        import numpy as np

        old = np.empty((0, width)) if self._table is None else self._table
        if self._table is None or length > len(old) or width > old.shape[1]:
            room = len(old) if length <= len(old) else max(length, 2 * len(old))
            self._table = np.empty((room, max(width, old.shape[1])))
            self._table[: self._filled] = old[: self._filled]
        return self._table


def missing_states(
    metric: Metric, batch: Batch, start: int, failures: Mapping[int, str]
) -> dict[int, str]:
    """Return why the records of a batch that were not scored are missing.

    Args:
        metric: The metric.
        batch: The records.
        start: Index of the first of them among the records of its system.
        failures: Index of each that was not scored to the sentence of its error.

    Returns:
        Index among the records of the system to the reason, a field of `Missing`; without the
        records that have no score by definition.
    """
    return {
        start + i: _state(metric, batch[i], why)
        for i, why in failures.items()
        if not metric.is_undefined(why)
    }


def _state(metric: Metric, instance: Instance, why: str) -> str:
    if instance.error:
        from sacreval.core.missing_outputs import kind_of

        return kind_of(instance.error).replace(" ", "_")
    return metric.missing_state(instance, why) or "unscored"
