"""A backend around another that caches metrics whose rows are expensive.

A metric around another that computes only the rows that are not in the cache. It wraps a metric,
not a backend, so that workers use the cache too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import innermost, of_sets
from sacreval.core.contract.metric_records import part_count
from sacreval.core.contract.wrapper import Wrapped
from sacreval.core.metric import Metric
from sacreval.core.records import Batch
from sacreval.execution.cache.cache_folder import CacheTable, table
from sacreval.execution.cache.cache_keys import keys
from sacreval.execution.cache.row_blocks import Block, interleaved
from sacreval.execution.work import Backend, FinishedBatch, RowTask
from sacreval.execution.worker import RunsProgram
from sacreval.io.resources import cache_folder

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
        return self._cached_or_computed(
            1, batch, self.metric.leave_one_out_rows, partial(part_count, self.metric)
        )

    def tables(self) -> list[CacheTable]:
        """Return the cached rows and the cached leave-one-out rows."""
        return [table(self.folder, head, self.run) for head in self.heads]

    def _cached_or_computed(
        self, which: int, batch: Batch, make: Callable[[Batch], Array], count: Callable[..., int]
    ) -> Array:
        import numpy as np

        cached = self.tables()[which]
        known = cached.known()
        names = keys(batch) if len(known) else []
        cached_indices = [i for i, name in enumerate(names) if known.count(name) == count(batch[i])]
        if not cached_indices:
            return self._compute_and_store(cached, batch, make, count)
        if which == 0 and ":" in self.name:
            cached.count_used(len(cached_indices))
        stored = set(cached_indices)
        missing = [i for i in range(len(batch)) if i not in stored]
        stored_rows = known.take([names[i] for i in cached_indices])
        if not missing:
            return stored_rows.rows
        part = batch.select(missing)
        computed = self._compute_and_store(cached, part, make, count)
        owners = np.repeat(cached_indices, stored_rows.counts)
        others = np.repeat(missing, [count(x) for x in part])
        return interleaved([(owners, stored_rows.rows), (others, computed)])[0]

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
        if took > WORTH * len(batch) or isinstance(innermost(self.metric), RunsProgram):
            counts = np.array([count(record) for record in batch])
            cached.add(Block(cached.head, keys(batch), counts, rows))
        return rows


def may_pay(metric: Metric) -> bool:
    """Return whether a metric may be slow enough to cache, and rests on files that are known.

    Kernels are faster than a lookup. The code of third-party metrics may change unnoticed, and so
    may what a program reads, unless its user names the files that its scores depend on.
    """
    inner = innermost(metric)
    ours = type(inner).__module__.startswith("sacreval.metrics.") and (
        ":" not in inner.name or bool(inner.options().get("files"))
    )
    return ours and metric.engine != "native" and not of_sets(inner)


class CachingBackend(Backend):
    """Wraps expensive metrics in `CachedMetric`.

    Args:
        inner: The backend that computes rows.
    """

    def __init__(self, inner: Backend) -> None:
        self._inner = inner
        self._run = os.urandom(8).hex()  # part of the names of this run's files
        self._cached: dict[Metric, CachedMetric] = {}

    def run(self, work: RowTask, batches: Iterable[Batch]) -> Iterator[FinishedBatch]:
        """Compute the rows of all batches; see `Backend`."""
        metrics = tuple(
            metric if metric.engine == "native" else self._around(metric) for metric in work.metrics
        )
        return self._inner.run(work._replace(metrics=metrics), batches)

    def end(self) -> list[str]:
        """Evict old files, and return a sentence for every fault of the cache."""
        if not self._cached:
            return []
        from sacreval.execution.cache.cache_folder import evict, table, unwritable

        tables = [cached for metric in self._cached.values() for cached in metric.tables()]
        table.cache_clear()
        folder = _folder()
        wrong = unwritable(folder)  # worker processes also write, but cannot report
        evict(folder)
        faults = (text for cached in tables for text in cached.faults)
        return list(dict.fromkeys([*wrong, *faults]))

    def taken(self) -> list[str]:
        """Return a sentence for each program of a user of which rows were taken from the cache.

        What rows of sacreval's own metrics rest on is known, and they are kept if that is quicker.
        """
        return [
            f"{metric.name}: {rows} of its rows came from the cache; --no-cache computes all"
            for metric in self._cached.values()
            if ":" in metric.name and (rows := metric.tables()[0].used())
        ]

    def _around(self, metric: Metric) -> Metric:
        from sacreval.execution.cache.cache_keys import head

        if not may_pay(metric):
            return metric
        if metric not in self._cached:
            self._cached[metric] = CachedMetric(
                metric=metric,
                engine=metric.engine,
                folder=_folder(),
                run=self._run,
                heads=(head(metric, "rows"), head(metric, "left-out")),
            )
        return self._cached[metric]


def _folder() -> Path:
    return cache_folder() / "rows"
