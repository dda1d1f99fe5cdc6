"""The rows of one metric for one system, and the index of each record by its id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, KeysView, Mapping, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Self

from msgspec import Struct, field

from sacreval.core.contract import metric_records
from sacreval.core.contract.declarations import is_undefined
from sacreval.core.records import Batch

if TYPE_CHECKING:
    from sacreval.core.contract.formulas import Sums
    from sacreval.core.metric import Array, Metric
    from sacreval.core.records import Instance


class RowColumn(Struct, eq=False):
    """The rows of one metric for one system, and the records that it could not score."""

    failures: dict[int, str] = field(default_factory=dict)
    states: dict[int, str] = field(default_factory=dict)  # why records are missing
    unanswered: set[int] = field(default_factory=set)  # records that score as wrong
    outside: set[int] = field(default_factory=set)  # records that take no part in the metric
    _sums: Sums | None = None  # of records that have no rows
    _lists: list[Sequence[float]] = field(default_factory=list)  # rows before those of the table
    _table: Array | None = None  # over-allocated: concatenating blocks would need twice the memory
    _filled: int = 0

    def add(self, start: int, rows: Array, failures: Mapping[int, str]) -> None:
        """Add the rows of a batch whose first record has index `start`."""
        self.failures.update({start + i: text for i, text in failures.items()})
        self._append(rows)

    def add_sums(self, sums: Sums) -> None:
        """Add the sum of the rows of a batch whose records all have one."""
        self._sums = sums if self._sums is None else self._sums.plus(sums)

    def add_lists(self, lists: Sequence[Sequence[float]]) -> None:
        """Add the rows of a batch, whose records all have one, as plain numbers."""
        if self._table is None and self._sums is None:
            self._lists += lists
            return
        import numpy as np

        self._append(np.array(lists, dtype=np.float64))

    @property
    def only_sums(self) -> Sums | None:
        """The sum of all rows as plain numbers; None where there are rows."""
        return self._sums if self._table is None and not self._lists else None

    @property
    def only_lists(self) -> Sequence[Sequence[float]]:
        """All rows as plain numbers, in input order; empty where there are others."""
        return self._lists if self._table is None and self._sums is None else ()

    def _append(self, rows: Array) -> None:
        if self._lists:
            import numpy as np

            lists, self._lists = self._lists, []
            self._append(np.array(lists, dtype=np.float64))
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
        if self._lists:
            good, self._lists = np.concatenate([np.array(self._lists, dtype=float), good]), []
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
        elif self._lists:
            import numpy as np

            self._append(np.empty((0, len(self._lists[0]))))
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
        if not is_undefined(metric, why)
    }


def _state(metric: Metric, instance: Instance, why: str) -> str:
    if instance.error:
        from sacreval.core.missing_outputs import kind_of

        return kind_of(instance.error).replace(" ", "_")
    return metric_records.missing_state(metric, instance, why) or "unscored"


_MOST_RUNS = 1000  # of consecutive numbers, among which one is looked for


class Places(Mapping[str, int]):
    """The ids of the records of a system in input order, with their indices.

    Records without an id have the number of their line. As long as all records are such, runs of
    numbers are kept; else a text for each record.
    """

    def __init__(self) -> None:
        self._runs: list[range] = []
        self._names: dict[str, int] | None = None
        self._size = 0

    @classmethod
    def of(cls, names: Iterable[str]) -> Self:
        """Return the places of ids that are different, in their order."""
        places = cls()
        places._names = {name: i for i, name in enumerate(names)}
        places._size = len(places._names)
        return places

    def add(self, batch: Batch) -> int | None:
        """Add records, whose indices follow those that are there.

        Args:
            batch: The records.

        Returns:
            The index in the batch of the first record whose id is there already; None if there is
            none.
        """
        numbers = batch.numbers
        if numbers is not None and self._names is None and self._add_run(numbers):
            self._size += len(numbers)
            return None
        return self._add_names(batch)

    def _add_run(self, numbers: range) -> bool:
        runs = self._runs
        if runs and runs[-1].stop == numbers.start and not _overlap(runs[:-1], numbers):
            runs[-1] = range(runs[-1].start, numbers.stop)
            return True
        if len(runs) == _MOST_RUNS or _overlap(runs, numbers):
            return False
        runs.append(numbers)
        return True

    def _add_names(self, batch: Batch) -> int | None:
        places = self.by_name()
        self._names, self._runs = places, []
        fresh = dict(
            zip(batch.instance_ids, range(self._size, self._size + len(batch)), strict=True)
        )
        if len(fresh) == len(batch) and places.keys().isdisjoint(fresh):
            places.update(fresh)
            self._size += len(batch)
            return None
        for i, name in enumerate(batch.instance_ids):
            if name in places:
                return i
            places[name] = self._size
            self._size += 1
        return None

    def by_name(self) -> dict[str, int]:
        """Return the index of each id, which are made into texts if they are not."""
        if self._names is None:
            self._names = {str(number): i for i, number in enumerate(self._numbers())}
        return self._names

    def _numbers(self) -> Iterator[int]:
        return chain.from_iterable(self._runs)

    @property
    def ascend(self) -> bool:
        """Whether all ids are numbers, and each is larger than the one before it."""
        return bool(self._runs) and all(a.stop <= b.start for a, b in pairwise(self._runs))

    @property
    def runs(self) -> tuple[range, ...]:
        """The line numbers that are the ids of all records; empty if some record has an id."""
        return tuple(self._runs)

    def __getitem__(self, name: str) -> int:
        return self.by_name()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.by_name()

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[str]:
        return iter(self._names) if self._names is not None else map(str, self._numbers())

    def keys(self) -> KeysView[str]:
        """Return the ids, which compare as sets."""
        return _Ids(self)


class _Ids(KeysView[str]):
    """The ids of a system; equal runs of line numbers are equal without looking at each."""

    def __init__(self, places: Places) -> None:
        super().__init__(places)
        self._places, self._runs = places, places.runs

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _Ids):
            if self._runs and self._runs == other._runs:
                return True
            return self._places.by_name().keys() == other._places.by_name().keys()
        return super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]


def _overlap(runs: list[range], numbers: range) -> bool:
    return any(numbers.start < run.stop and run.start < numbers.stop for run in runs)
