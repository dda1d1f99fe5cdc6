"""Sums and ids of a shard: what a run needs of a file if only scores of systems are asked.

A worker reads the file, checks and scores its records, and returns their sums. Whatever is out of
the common is left to the main process, which then reads all files, so that results and messages
do not depend on it.

It returns None for whatever is unusual, and never reports an error or a notice itself. What a run
collects of records, and `MergedShards` does not add up, must make a shard unusual. The law is
`tests/laws/test_shards.py`: the same bytes with and without shards, for right and wrong files.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from warnings import catch_warnings, simplefilter

from msgspec import Struct

from sacreval.core.contract.formulas import Sums
from sacreval.core.records import Batch
from sacreval.errors import InputNotice
from sacreval.execution.serial import EXACT
from sacreval.readers._base import Reader
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.system_parts import SystemParts
from sacreval.scoring.rows.collected_rows import Collected, collect
from sacreval.scoring.rows.empty_outputs import EmptyOutputs
from sacreval.scoring.rows.field_checks import checked
from sacreval.scoring.rows.fingerprint import Fingerprints
from sacreval.scoring.rows.row_columns import Places, RowColumn
from sacreval.scoring.rows.text_samples import UnseenTokens

if TYPE_CHECKING:
    from sacreval.core.metric import Array


try:  # the same as hashlib's; hashlib itself loads OpenSSL
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

SIZE = 8  # bytes of a hash


class ShardIds(Struct, frozen=True):
    """The ids of a system in one shard, in which they are different.

    Args:
        size: Their number.
        runs: Whole numbers, if all ids are such and most follow each other; else empty.
        hashes: Else the hash of each id, one after the other.
    """

    size: int
    runs: tuple[range, ...] = ()
    hashes: bytes = b""

    @classmethod
    def of(cls, places: Places) -> ShardIds:
        """Return the ids of a system."""
        if places.runs:
            return cls(len(places), places.runs)
        names = list(places)
        numbers = _numbers(names)
        return cls(len(names), (numbers,)) if numbers else cls(len(names), hashes=_hashed(names))

    def hashed(self) -> bytes:
        """Return the hash of each id."""
        return self.hashes or _hashed(map(str, chain.from_iterable(self.runs)))


class JoinedIds(Collection[Any]):
    """The ids of a system in all shards, of which systems are compared.

    Args:
        size: Their number.
        runs: Whole numbers, in their order; empty if some shard has hashes.
        hashes: Else their hashes, array (n,) in their order.
    """

    def __init__(self, size: int, runs: Sequence[range] = (), hashes: Array | None = None) -> None:
        self._size, self._runs, self._hashes = size, list(runs), hashes

    def keys(self) -> JoinedIds:
        """Return what is compared with the ids of other systems."""
        return self

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(self._runs) if self._hashes is None else iter(self._hashes)

    def __contains__(self, name: object) -> bool:
        return any(name == known for known in self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, JoinedIds):
            return NotImplemented
        if self._hashes is None or other._hashes is None:
            return self._hashes is other._hashes and self._runs == other._runs
        return len(self) == len(other) and bool((self._hashes == other._hashes).all())

    __hash__ = None  # type: ignore[assignment]


def joined(systems: Iterable[Sequence[ShardIds]]) -> list[JoinedIds] | None:
    """Join the ids of each system."""
    every = list(systems)
    numbers = all(part.runs for parts in every for part in parts)
    ids = [_of_runs(parts) if numbers else _of_hashes(parts) for parts in every]
    right = [x for x in ids if x is not None]
    return right if len(right) == len(ids) else None


def _of_runs(parts: Sequence[ShardIds]) -> JoinedIds | None:
    runs: list[range] = []
    for run in sorted((run for part in parts for run in part.runs), key=lambda run: run.start):
        if runs and run.start < runs[-1].stop:
            return None
        if runs and run.start == runs[-1].stop:
            runs[-1] = range(runs[-1].start, run.stop)
        else:
            runs.append(run)
    return JoinedIds(sum(part.size for part in parts), runs)


def _of_hashes(parts: Sequence[ShardIds]) -> JoinedIds | None:
    import numpy as np

    hashes = np.frombuffer(b"".join(part.hashed() for part in parts), np.uint64).copy()
    hashes.sort()
    if (hashes[1:] == hashes[:-1]).any():
        return None
    return JoinedIds(len(hashes), hashes=hashes)


def _numbers(names: Sequence[str]) -> range | None:
    """Return ids that are numbers which follow each other; None for others."""
    first = names[0]
    if not (first.isascii() and first.isdecimal() and len(first) < 19):
        return None
    run = range(int(first), int(first) + len(names))
    return run if all(map(str.__eq__, names, map(str, run))) else None


def _hashed(names: Iterable[str]) -> bytes:
    return b"".join(
        blake2b(name.encode("utf-8", "surrogatepass"), digest_size=SIZE).digest() for name in names
    )


class UnusualShardError(Exception):
    """Something that only the main process can report, or add up."""


class Shard(NamedTuple):
    """A file that is one of several inputs.

    Args:
        path: Its absolute path.
        reader: Its reader.
        system: The system of records that name none.
        stamp: Size and time of change, which are the same wherever it is read.
        is_part: Whether the user names the system, of which there may be other files.
    """

    path: str
    reader: Reader
    system: str
    stamp: tuple[int, int]
    is_part: bool = False


class ColumnSums(NamedTuple):
    """The sum of the rows of a metric.

    Args:
        sums: The sum.
        plain: Whether the metric computes its scores from plain numbers.
    """

    sums: Sums
    plain: bool

    def plus(self, other: ColumnSums) -> ColumnSums:
        """Add the sum of other rows."""
        return ColumnSums(self.sums.plus(other.sums), self.plain and other.plain)

    @property
    def exact(self) -> bool:
        """Whether whole numbers were added without rounding, in any order."""
        return sum(map(abs, self.sums)) < EXACT


class SystemSums(NamedTuple):
    """The records of a system in one shard.

    Args:
        system: The system.
        ids: Their ids.
        columns: The sum of the rows of each entry.
        fingerprints: Hashes of the data.
        empty: The empty outputs.
    """

    system: str
    ids: ShardIds
    columns: Sequence[ColumnSums]
    fingerprints: Fingerprints
    empty: EmptyOutputs


class ShardSums(NamedTuple):
    """All records of a shard.

    Args:
        systems: Those of each system, in the order in which systems appear.
        tokens: The texts without tokens.
        records: Their number.
        batches: The number of batches that they were scored in.
    """

    systems: Sequence[SystemSums]
    tokens: UnseenTokens
    records: int
    batches: int


def stamp(path: str) -> tuple[int, int]:
    """Return size and time of change of a file, in bytes and nanoseconds."""
    status = Path(path).stat()
    return status.st_size, status.st_mtime_ns


def sums_of(entries: Sequence[Entry], shard: Shard) -> ShardSums | None:
    """Read a shard, and return the sums of its records."""
    with catch_warnings(record=True) as caught:
        simplefilter("always", InputNotice)
        try:
            sums = _sums(entries, shard)
        except Exception:  # noqa: BLE001 - reading the file in the main process raises it again
            return None
    return None if caught else sums


def _sums(entries: Sequence[Entry], shard: Shard) -> ShardSums:
    before = stamp(shard.path)
    tokens = UnseenTokens(entries)
    batches = checked(_usual(shard), [entry.metric for entry in entries])
    systems = collect(tokens.watch(batches), entries, only_sums=True)
    if not (systems and before == shard.stamp == stamp(shard.path)):
        raise UnusualShardError
    sums = [_of_system(name, rows) for name, rows in systems.items()]
    return ShardSums(
        sums,
        tokens,
        sum(system.ids.size for system in sums),
        sum(rows.batches for rows in systems.values()),
    )


def _usual(shard: Shard) -> Iterator[Batch]:
    """Yield the records of a shard, all of them outputs of systems."""
    batches = shard.reader.read(shard.path)
    if shard.is_part:
        batches = SystemParts(shard.system).named(batches, shard.path)
    for batch in batches:
        if batch.failed or set(batch.column("system_type")) != {"peer"}:
            raise UnusualShardError
        if any(batch.column("samples")):  # rows may be means over several answers
            raise UnusualShardError
        if shard.is_part and None in batch.column("instance_id"):  # numbered through all files
            raise UnusualShardError
        yield replace(batch, system=shard.system)


def _of_system(name: str, rows: Collected) -> SystemSums:
    if any(watch.notices() or watch.noticed() for watch in rows.watches):
        raise UnusualShardError
    return SystemSums(
        name, ShardIds.of(rows.places), _columns(rows.columns), rows.fingerprints, rows.empty
    )


def _columns(columns: Iterable[RowColumn]) -> list[ColumnSums]:
    sums = [_column(column) for column in columns]
    if not all(column.exact for column in sums):
        raise UnusualShardError
    return sums


def _column(column: RowColumn) -> ColumnSums:
    if column.failures or column.outside:
        raise UnusualShardError
    if (sums := column.only_sums) is not None:
        return ColumnSums(sums, plain=True)
    return ColumnSums(Sums(column.rows().sum(axis=0).tolist()), plain=False)
