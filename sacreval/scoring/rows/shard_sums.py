"""Sums of a shard: what a run needs of a file if only scores of systems are asked.

A worker reads the file, checks and scores its records, and returns their sums. Whatever is out of
the common is left to the main process, which then reads all files, so that results and messages
do not depend on it.

It returns None for whatever is unusual, and never reports an error or a notice itself. What a run
collects of records, and `MergedShards` does not add up, must make a shard unusual. The law is
`tests/laws/test_shards.py`: the same bytes with and without shards, for right and wrong files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from warnings import catch_warnings, simplefilter

from sacreval.core.contract.formulas import Sums
from sacreval.core.records import Batch
from sacreval.errors import InputNotice
from sacreval.execution.sum_only import EXACT
from sacreval.readers._base import Reader
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.system_parts import SystemParts
from sacreval.scoring.rows.collected_rows import Collected, collect
from sacreval.scoring.rows.empty_outputs import EmptyOutputs
from sacreval.scoring.rows.field_checks import checked
from sacreval.scoring.rows.fingerprint import Fingerprints
from sacreval.scoring.rows.row_columns import Column
from sacreval.scoring.rows.shard_ids import ShardIds
from sacreval.scoring.rows.unseen_tokens import UnseenTokens


class UnusualError(Exception):
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
    found = Path(path).stat()
    return found.st_size, found.st_mtime_ns


def sums_of(entries: Sequence[Entry], shard: Shard) -> ShardSums | None:
    """Read a shard, and return the sums of its records.

    Args:
        entries: The metrics, whose rows are whole numbers.
        shard: The shard.

    Returns:
        The sums; None if there is anything that only the main process can report or add up.
    """
    with catch_warnings(record=True) as told:
        simplefilter("always", InputNotice)
        try:
            found = _sums(entries, shard)
        except Exception:  # noqa: BLE001 - reading the file in the main process raises it again
            return None
    return None if told else found


def _sums(entries: Sequence[Entry], shard: Shard) -> ShardSums:
    before = stamp(shard.path)
    tokens = UnseenTokens(entries)
    batches = checked(_usual(shard), [entry.metric for entry in entries])
    systems = collect(tokens.watch(batches), entries, only_sums=True)
    if not (systems and before == shard.stamp == stamp(shard.path)):
        raise UnusualError
    found = [_of_system(name, one) for name, one in systems.items()]
    return ShardSums(
        found,
        tokens,
        sum(one.ids.size for one in found),
        sum(one.batches for one in systems.values()),
    )


def _usual(shard: Shard) -> Iterator[Batch]:
    """Yield the records of a shard, all of them outputs of systems."""
    found = shard.reader.read(shard.path)
    if shard.is_part:
        found = SystemParts(shard.system).named(found, shard.path)
    for batch in found:
        if batch.failed or set(batch.column("system_type")) != {"peer"}:
            raise UnusualError
        if any(batch.column("samples")):  # rows may be means over several answers
            raise UnusualError
        if shard.is_part and None in batch.column("instance_id"):  # numbered through all files
            raise UnusualError
        yield replace(batch, system=shard.system)


def _of_system(name: str, one: Collected) -> SystemSums:
    if any(watch.notices() or watch.noticed() for watch in one.watches):
        raise UnusualError
    return SystemSums(
        name, ShardIds.of(one.places), _columns(one.columns), one.fingerprints, one.empty
    )


def _columns(columns: Iterable[Column]) -> list[ColumnSums]:
    found = [_column(one) for one in columns]
    if not all(one.exact for one in found):
        raise UnusualError
    return found


def _column(one: Column) -> ColumnSums:
    if one.failures or one.outside:
        raise UnusualError
    if (sums := one.only_sums) is not None:
        return ColumnSums(sums, plain=True)
    return ColumnSums(Sums(one.rows().sum(axis=0).tolist()), plain=False)
