"""Collected: the rows of all systems, in an order that does not depend on the files'."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sacreval.errors import InputError, UsageError, nearest
from sacreval.metric import Metric, SampleMetric, SetMetric
from sacreval.records import Batch
from sacreval.scoring.engine import rows_of
from sacreval.scoring.fingerprint import Fingerprint

if TYPE_CHECKING:
    from sacreval.metric import Array

NO_GROUP = "(none)"


@dataclass
class Collected:
    """What is kept of one system while its records stream by.

    Args:
        metric: Who gives the rows.
        group_names: The groups whose values are kept.
    """

    metric: Metric
    group_names: tuple[str, ...] = ()
    places: dict[str, int] = field(default_factory=dict)
    groups: dict[str, list[str]] = field(default_factory=dict)
    failures: dict[int, str] = field(default_factory=dict)
    fingerprint: Fingerprint = field(init=False)
    _blocks: list[Array] = field(default_factory=list)
    _batches: list[tuple[int, Batch]] = field(default_factory=list)
    _kept: list[Batch] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.fingerprint = Fingerprint(self.metric.needs, self.metric.judges)

    def add(self, batch: Batch) -> None:
        """Score records of this system and keep their rows.

        Raises:
            InputError: If an instance is here already.
        """
        start = len(self.places)
        self._place(batch, start)
        rows, failures = rows_of(self.metric, batch)
        self._blocks.append(rows)
        if isinstance(self.metric, SetMetric) and not isinstance(self.metric, SampleMetric):
            self._kept.append(batch)
        self.failures.update({start + i: text for i, text in failures.items()})
        self.fingerprint.add(batch)
        for name in self.group_names:
            values = (str((x.groups or {}).get(name, NO_GROUP)) for x in batch)
            self.groups.setdefault(name, []).extend(values)

    def _place(self, batch: Batch, start: int) -> None:
        self._batches.append((start, batch.placeholder()))
        fresh = dict(zip(batch.instance_ids, range(start, start + len(batch)), strict=True))
        if len(fresh) == len(batch) and self.places.keys().isdisjoint(fresh):
            self.places.update(fresh)
            return
        for i, name in enumerate(batch.instance_ids):
            if name in self.places:
                raise InputError(
                    f"{batch.where(i)}: system '{batch.system_ids[i]}' has instance '{name}' "
                    f"already, at {self._where(self.places[name])}; remove one of the two"
                )
            self.places[name] = start + i

    def _where(self, place: int) -> str:
        start, batch = max((b for b in self._batches if b[0] <= place), key=lambda b: b[0])
        return batch.where(place - start)

    def ordered(self) -> tuple[list[str], Array, list[int]]:
        """Put the records in the order of their ids: by number where all are numbers.

        Returns:
            The ids, the rows (n, k), and where each stood in the input.
        """
        import numpy as np

        rows = np.concatenate(self._blocks)
        self._blocks = [rows]
        names = list(self.places)
        key = by_id(names)
        order = sorted(range(len(names)), key=lambda i: key(names[i]))
        return [names[i] for i in order], rows[order], order

    def members(self, places: Sequence[int]) -> Batch:
        """Give the records at some places of the input; only kept for metrics of whole sets."""
        instances = [instance for batch in self._kept for instance in batch]
        return Batch([instances[i] for i in places])


def collect(
    batches: Iterable[Batch], metric: Metric, group_names: Sequence[str] = ()
) -> dict[str, Collected]:
    """Score all records, a system at a time.

    Args:
        batches: Checked batches, of any systems in any order.
        metric: Who gives the rows.
        group_names: The groups whose values are kept.

    Returns:
        System to what was collected of it, sorted by system.

    Raises:
        UsageError: If no record has such a group.
    """
    systems: dict[str, Collected] = {}
    known: set[str] = set()
    for batch in batches:
        for system, part in split_by_system(batch):
            systems.setdefault(system, Collected(metric, tuple(group_names))).add(part)
        if group_names:
            known.update(name for instance in batch for name in instance.groups or {})
    for name in group_names:
        if name not in known:
            raise UsageError(f"no record has a group '{name}'; {nearest(name, known)}")
    return dict(sorted(systems.items()))


def by_id(names: Iterable[str]) -> Callable[[str], tuple[int, str]]:
    """Give the sort key of instance ids: by number where all are numbers, else by letters."""
    if all(name.isdecimal() for name in names):
        return lambda name: (int(name), name)
    return lambda name: (0, name)


def split_by_system(batch: Batch) -> list[tuple[str, Batch]]:
    """Split a batch into one for every system in it."""
    if len(set(batch.system_ids)) == 1:
        return [(batch.system_ids[0], batch)]
    members: dict[str, list[int]] = {}
    for i, system in enumerate(batch.system_ids):
        members.setdefault(system, []).append(i)
    return [(system, batch.select(index)) for system, index in members.items()]
