"""Collected: the rows of all systems, in an order that does not depend on the files'."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sacreval.errors import InputError, UsageError, nearest
from sacreval.metric import Metric
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
        by: The group to break results down by, or None.
    """

    metric: Metric
    by: str | None = None
    places: dict[str, int] = field(default_factory=dict)
    groups: list[str] = field(default_factory=list)
    failures: dict[int, str] = field(default_factory=dict)
    fingerprint: Fingerprint = field(init=False)
    _blocks: list[Array] = field(default_factory=list)
    _batches: list[tuple[int, Batch]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.fingerprint = Fingerprint(self.metric.needs)

    def add(self, batch: Batch) -> None:
        """Score records of this system and keep their rows.

        Raises:
            InputError: If an instance is here already.
        """
        start = len(self.places)
        self._place(batch, start)
        rows, failures = rows_of(self.metric, batch)
        self._blocks.append(rows)
        self.failures.update({start + i: text for i, text in failures.items()})
        self.fingerprint.add(batch)
        if self.by is not None:
            self.groups.extend(str((x.groups or {}).get(self.by, NO_GROUP)) for x in batch)

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


def collect(
    batches: Iterable[Batch], metric: Metric, *, by: str | None = None
) -> dict[str, Collected]:
    """Score all records, a system at a time.

    Args:
        batches: Checked batches, of any systems in any order.
        metric: Who gives the rows.
        by: The group to break results down by, or None.

    Returns:
        System to what was collected of it, sorted by system.

    Raises:
        UsageError: If no record has such a group.
    """
    systems: dict[str, Collected] = {}
    group_names: set[str] = set()
    for batch in batches:
        for system, part in split_by_system(batch):
            systems.setdefault(system, Collected(metric, by)).add(part)
        if by is not None:
            group_names.update(name for instance in batch for name in instance.groups or {})
    if by is not None and by not in group_names:
        raise UsageError(f"--by {by}: no record has such a group; {nearest(by, group_names)}")
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
