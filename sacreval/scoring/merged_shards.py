"""The sums of many shards, added up to what a run collects of each system."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.rows.collected_rows import Collected
from sacreval.scoring.rows.shard_ids import JoinedIds, joined
from sacreval.scoring.rows.shard_sums import ColumnSums, ShardSums, SystemSums
from sacreval.scoring.rows.unseen_tokens import UnseenTokens


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
        for one in shard.systems:
            self._systems.setdefault(one.system, []).append(one)

    def evaluation(self) -> Evaluation | None:
        """Return the sums of all systems.

        Returns:
            None if a system has an id twice or a single record, or a sum is not exact.
        """
        ids = joined([part.ids for part in parts] for parts in self._systems.values())
        if ids is None or any(len(one) < 2 for one in ids):  # noqa: PLR2004 - a row is no sum
            return None
        every = [
            [
                reduce(ColumnSums.plus, found)
                for found in zip(*(x.columns for x in parts), strict=True)
            ]
            for parts in self._systems.values()
        ]
        if not all(column.exact for columns in every for column in columns):
            return None
        systems = {
            name: _collected(self._entries, parts, own, columns)
            for (name, parts), own, columns in zip(self._systems.items(), ids, every, strict=True)
        }
        unseen = tuple(self._tokens.notices())
        return Evaluation(
            self._entries,
            systems,
            only_sums=True,
            unseen_tokens=unseen,
            inside=self._tokens.inside,
        )


def _collected(
    entries: Sequence[Entry],
    parts: Sequence[SystemSums],
    ids: JoinedIds,
    columns: Sequence[ColumnSums],
) -> Collected:
    """Return what is known of a system, as if its records had been read one after the other."""
    made = Collected(entries, only_sums=True)
    made.system, made.places = parts[0].system, ids
    start = 0
    for part in parts:
        made.fingerprints.plus(part.fingerprints)
        made.empty.plus(part.empty, start)
        start += part.ids.size
    for column, own in zip(made.columns, columns, strict=True):
        if own.plain:
            column.add_sums(own.sums)
        else:
            import numpy as np

            column.add(0, np.array([own.sums]), {})
    return made
