"""Collected: the rows of all systems, in an order that does not depend on the files'."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from sacreval.errors import InputError, UsageError, nearest
from sacreval.metric import Metric
from sacreval.records import Batch
from sacreval.scoring.engine import rows_of

if TYPE_CHECKING:
    from sacreval.metric import Array

NO_GROUP = "(none)"
_MODULUS = 2**64


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
    reference_counts: set[int] = field(default_factory=set)
    data: int = 0
    outputs: int = 0
    _blocks: list[Array] = field(default_factory=list)
    _batches: list[tuple[int, Batch]] = field(default_factory=list)

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
        self._fingerprint(batch)
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

    def _fingerprint(self, batch: Batch) -> None:
        """Hash what predictions are judged against, and the predictions; sums forget order."""
        needs = self.metric.needs
        if "references" in needs:
            self.reference_counts.update(map(len, batch.references))
        context = (batch.column(need) for need in needs)
        self.data += _hash(zip(batch.instance_ids, *context, strict=True))
        self.outputs += _hash(zip(batch.instance_ids, batch.predictions, strict=True))

    def ordered(self) -> tuple[list[str], Array, list[int]]:
        """Put the records in the order of their ids: by number where all are numbers.

        Returns:
            The ids, the rows (n, k), and where each stood in the input.
        """
        import numpy as np

        rows = np.concatenate(self._blocks)
        self._blocks = [rows]
        names = list(self.places)
        key: Any = int if all(name.isdecimal() for name in names) else str
        order = sorted(range(len(names)), key=lambda i: (key(names[i]), names[i]))
        return [names[i] for i in order], rows[order], order

    def hashes(self) -> str:
        """Write the fingerprints as signatures carry them."""
        return f"data:{self.data % _MODULUS:016x}|outputs:{self.outputs % _MODULUS:016x}"


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


def split_by_system(batch: Batch) -> list[tuple[str, Batch]]:
    """Split a batch into one for every system in it."""
    if len(set(batch.system_ids)) == 1:
        return [(batch.system_ids[0], batch)]
    members: dict[str, list[int]] = {}
    for i, system in enumerate(batch.system_ids):
        members.setdefault(system, []).append(i)
    return [(system, batch.select(index)) for system, index in members.items()]


def _hash(values: Iterable[Any]) -> int:
    """Hash values one by one and add up, so that their order does not matter."""
    encode = msgspec.json.Encoder().encode
    return sum(
        int.from_bytes(blake2b(encode(value), digest_size=8).digest(), "big") for value in values
    )
