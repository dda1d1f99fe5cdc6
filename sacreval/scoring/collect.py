"""Collected: the rows of all systems, in an order that does not depend on the files'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from sacreval.errors import InputError, UsageError, nearest
from sacreval.metric import Metric, SampleMetric, SetMetric
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
    places: dict[str, str | int] = field(default_factory=dict)
    groups: list[str] = field(default_factory=list)
    failures: dict[int, str] = field(default_factory=dict)
    reference_counts: set[int] = field(default_factory=set)
    data: int = 0
    outputs: int = 0
    _blocks: list[Array] = field(default_factory=list)
    _kept: list[Batch] = field(default_factory=list)

    def add(self, batch: Batch) -> None:
        """Score records of this system and keep their rows.

        Raises:
            InputError: If an instance is here already.
        """
        start = len(self.places)
        for i, name in enumerate(batch.instance_ids):
            if name in self.places:
                raise InputError(
                    f"{batch.where(i)}: system '{batch.system_ids[i]}' has instance '{name}' "
                    f"already, at {self.places[name]}; remove one of the two"
                )
            self.places[name] = batch.where(i)
        rows, failures = rows_of(self.metric, batch)
        self._blocks.append(rows)
        if isinstance(self.metric, SetMetric) and not isinstance(self.metric, SampleMetric):
            self._kept.append(batch)
        self.failures.update({start + i: text for i, text in failures.items()})
        self._fingerprint(batch)
        if self.by is not None:
            self.groups.extend(str((x.groups or {}).get(self.by, NO_GROUP)) for x in batch)

    def _fingerprint(self, batch: Batch) -> None:
        """Hash what predictions are judged against, and the predictions; sums forget order."""
        needs = self.metric.needs
        if "references" in needs:
            self.reference_counts.update(map(len, batch.references))
        for name, instance in zip(batch.instance_ids, batch, strict=True):
            self.data += _hash([name, *(getattr(instance, need) for need in needs)])
            self.outputs += _hash([name, getattr(instance, self.metric.judges)])

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

    def members(self, positions: Sequence[int]) -> Batch:
        """Give the records at some places of the input; only kept for metrics of whole sets."""
        instances = [instance for batch in self._kept for instance in batch]
        return Batch([instances[i] for i in positions])

    def hashes(self) -> str:
        """Write the fingerprints as signatures carry them."""
        return f"data:{self.data % _MODULUS:016x}|outputs:{self.outputs % _MODULUS:016x}"


def collect(
    batches: Sequence[Batch] | Any, metric: Metric, *, by: str | None = None
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


def _hash(value: Any) -> int:
    return int.from_bytes(blake2b(msgspec.json.encode(value), digest_size=8).digest())
