"""Shards: the files of a run that workers read, and their sums added up by system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import of_sets
from sacreval.core.contract.metric_records import is_settled
from sacreval.core.contract.metric_values import ReadsReplies
from sacreval.core.selection import Selection
from sacreval.core.version import stated
from sacreval.errors import SacrevalError
from sacreval.execution.serialization import has_whole_rows
from sacreval.execution.whole_shards import ShardWork
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.rows.collected_rows import Collected
from sacreval.scoring.rows.shard_sums import (
    ColumnSums,
    JoinedIds,
    Shard,
    ShardSums,
    SystemSums,
    joined,
    stamp,
    sums_of,
)
from sacreval.scoring.rows.text_samples import UnseenTokens

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.execution import Backend
    from sacreval.scoring.inputs.source import Source


class MergedShards:
    """The shards of a run, added in their order.

    Args:
        entries: The metrics.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._tokens = UnseenTokens(entries)
        self._systems: dict[str, list[SystemSums]] = {}
        self.records = 0

    def add(self, shard: ShardSums) -> None:
        """Add a shard."""
        self.records += shard.records
        self._tokens.plus(shard.tokens)
        for system in shard.systems:
            self._systems.setdefault(system.system, []).append(system)

    def evaluation(self) -> Evaluation | None:
        """Return the sums of all systems.

        Returns:
            None if a system has an id twice or a single record, or a sum is not exact.
        """
        ids = joined([part.ids for part in parts] for parts in self._systems.values())
        if ids is None or any(len(part) < 2 for part in ids):  # a row is no sum
            return None
        every = [
            [
                reduce(ColumnSums.plus, column)
                for column in zip(*(x.columns for x in parts), strict=True)
            ]
            for parts in self._systems.values()
        ]
        if not all(column.exact for columns in every for column in columns):
            return None
        systems = {
            name: _collected(self._entries, parts, names, columns)
            for (name, parts), names, columns in zip(self._systems.items(), ids, every, strict=True)
        }
        unseen = tuple(self._tokens.notices())
        return Evaluation(
            self._entries,
            systems,
            only_sums=True,
            unseen_tokens=unseen,
            contained=self._tokens.contained,
        )


def _collected(
    entries: Sequence[Entry],
    parts: Sequence[SystemSums],
    ids: JoinedIds,
    columns: Sequence[ColumnSums],
) -> Collected:
    """Return what is known of a system, as if its records had been read one after the other."""
    collected = Collected(entries, only_sums=True)
    collected.system, collected.places = parts[0].system, ids
    start = 0
    for part in parts:
        collected.fingerprints.plus(part.fingerprints)
        collected.empty.plus(part.empty, start)
        start += part.ids.size
    for column, total in zip(collected.columns, columns, strict=True):
        if total.plain:
            column.add_sums(total.sums)
        else:
            import numpy as np

            column.add(0, np.array([total.sums]), {})
    return collected


READERS = ("jsonl", "parquet")
LEAST = 2**25  # bytes; processes start in the time that fewer need
LARGEST = 0.3  # of all bytes; a larger file takes one process as long as the threads of kernels all


def shards_of(source: Source, entries: Sequence[Entry], selection: Selection) -> list[Shard]:
    """Return the files of a run that workers may read.

    Args:
        source: The files.
        entries: The metrics, with their engines set.
        selection: The systems and records that take part.

    Returns:
        The files; none if one has most of the records, if they are small, if something is joined
        to them, or if a run needs more of them than sums.
    """
    if len(source.paths) < 2 or not _is_alone(source):  # one has no other beside it
        return []
    if selection != Selection() or not all(_adds_up(entry) for entry in entries):
        return []
    try:
        shards = [
            Shard(_absolute(path), reader, named or system, stamp(path), named is not None)
            for (path, reader, named), system in source.named_inputs()
        ]
    except (OSError, SacrevalError):
        return []
    usual = all(shard.reader.name in READERS for shard in shards)
    return shards if usual and _pay([shard.stamp[0] for shard in shards]) else []


def _pay(sizes: Sequence[int]) -> bool:
    """Return whether processes that each read a file take less time than one that reads all."""
    return sum(sizes) >= LEAST and max(sizes) <= LARGEST * sum(sizes)


def _is_alone(source: Source) -> bool:
    """Return whether records are those of files, with nothing joined to them."""
    beside = source.references or source.sources or source.join
    return not beside and all(Path(path).is_file() for path in source.paths)


def _absolute(path: str) -> str:
    return str(Path(path).absolute())


def _adds_up(entry: Entry) -> bool:
    """Return whether a metric needs sums alone, of whole numbers that kernels compute."""
    from sacreval.core.contract.wrapper import Wrapped

    metric = entry.metric
    if isinstance(metric, Wrapped) or entry.by or entry.where or entry.map:
        return False
    return metric.engine == "native" and is_settled(metric) and _is_plain(metric)


def _is_plain(metric: Metric) -> bool:
    others = of_sets(metric) or isinstance(metric, ReadsReplies)
    watch = metric.watch()
    alone = watch is None or getattr(watch, "by_record", False)
    return has_whole_rows(type(metric)) and not others and alone


def evaluated(
    shards: Sequence[Shard],
    entries: Sequence[Entry],
    backend: Backend,
    advance: Callable[[int], None] = lambda _: None,
) -> Evaluation | None:
    """Score shards where the processes of a backend are.

    Args:
        shards: The shards.
        entries: Their metrics.
        backend: The backend.
        advance: Called with the number of records of each shard.

    Returns:
        The sums; None if the backend has no processes, or the files have to be read in this one.
    """
    libraries = tuple({name for entry in entries for name in stated(entry.metric)})
    results = backend.shards(ShardWork(sums_of, tuple(entries), libraries), shards)
    if results is None:
        return None
    merged = MergedShards(entries)
    for sums in results:
        if not isinstance(sums, ShardSums):
            advance(-merged.records)
            return None
        merged.add(sums)
        advance(sums.records)
    return merged.evaluation()
