"""Places: the index of each record by its id; line numbers stay numbers until names are needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, KeysView, Mapping
from itertools import chain, pairwise
from typing import Self

from sacreval.core.records import Batch

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
        made = cls()
        made._names = {name: i for i, name in enumerate(names)}
        made._size = len(made._names)
        return made

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
        places = self._by_name()
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

    def _by_name(self) -> dict[str, int]:
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
        return self._by_name()[name]

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
        self._runs = places.runs

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _Ids) and self._runs and self._runs == other._runs:
            return True
        return super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]


def _overlap(runs: list[range], numbers: range) -> bool:
    return any(numbers.start < one.stop and one.start < numbers.stop for one in runs)
