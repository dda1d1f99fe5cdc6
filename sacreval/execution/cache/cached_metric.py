"""A metric around another that computes only the rows that are not in the cache.

It wraps a metric, not a backend, so that workers use the cache too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sacreval.core.contract.wrapper import Wrapped
from sacreval.core.metric import Metric
from sacreval.core.records import Batch
from sacreval.execution.cache.block_file import Block
from sacreval.execution.cache.cache_folder import CacheTable, table
from sacreval.execution.cache.cache_keys import keys
from sacreval.execution.cache.row_blocks import interleaved
from sacreval.execution.worker import RunsProgram

if TYPE_CHECKING:
    from sacreval.core.metric import Array

# Seconds per record; rows that are computed faster are not cached, except those of a program, which
# would be started again for a few of them.
WORTH = 1e-4


@dataclass(frozen=True, kw_only=True)
class CachedMetric(Wrapped):
    """A metric that looks its rows up in the cache first.

    Args:
        metric: The wrapped metric.
        folder: The cache folder.
        run: Id of this run, part of the names of the files it writes.
        heads: The heads of its rows and of its leave-one-out rows; see `cache_keys.head`.
    """

    folder: Path
    run: str
    heads: tuple[str, str]

    def rows(self, batch: Batch) -> Array:
        """Look rows up, and compute those that are missing."""
        return self._cached_or_computed(0, batch, self.metric.rows, lambda _: 1)

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Look rows up, and compute those that are missing."""
        return self._cached_or_computed(1, batch, self.metric.leave_one_out_rows, self.metric.parts)

    def tables(self) -> list[CacheTable]:
        """Return the cached rows and the cached leave-one-out rows."""
        return [table(self.folder, one, self.run) for one in self.heads]

    def _cached_or_computed(
        self, which: int, batch: Batch, make: Callable[[Batch], Array], count: Callable[..., int]
    ) -> Array:
        cached = self.tables()[which]
        known = cached.known()
        names = keys(batch) if len(known) else []
        found = [i for i, name in enumerate(names) if known.count(name) == count(batch[i])]
        if not found:
            return self._compute_and_store(cached, batch, make, count)
        if which == 0 and ":" in self.name:
            cached.count_used(len(found))
        stored = set(found)
        missing = [i for i in range(len(batch)) if i not in stored]
        stored_rows = known.take([names[i] for i in found])
        if not missing:
            return stored_rows.rows
        part = batch.select(missing)
        return interleaved(
            [
                (_owners(found, stored_rows.counts), stored_rows.rows),
                (
                    _owners(missing, [count(x) for x in part]),
                    self._compute_and_store(cached, part, make, count),
                ),
            ]
        )[0]

    def _compute_and_store(
        self,
        cached: CacheTable,
        batch: Batch,
        make: Callable[[Batch], Array],
        count: Callable[..., int],
    ) -> Array:
        """Compute rows, and cache them if that took long or a program computed them."""
        import numpy as np

        start = time.perf_counter()
        rows = make(batch)
        took = time.perf_counter() - start
        if took > WORTH * len(batch) or isinstance(self.metric.innermost(), RunsProgram):
            counts = np.array([count(record) for record in batch])
            cached.add(Block(cached.head, keys(batch), counts, rows))
        return rows


def may_pay(metric: Metric) -> bool:
    """Return whether a metric may be slow enough to cache, and rests on files that are known.

    Kernels are faster than a lookup. The code of third-party metrics may change unnoticed, and so
    may what a program reads, unless its user names the files that its scores depend on.
    """
    inner = metric.innermost()
    ours = type(inner).__module__.startswith("sacreval.metrics.") and (
        ":" not in inner.name or bool(inner.options().get("files"))
    )
    return ours and metric.engine != "native" and not inner.of_sets


def _owners(records: Sequence[int], counts: Sequence[int] | Array) -> Array:
    import numpy as np

    return np.repeat(np.array(records), counts)
