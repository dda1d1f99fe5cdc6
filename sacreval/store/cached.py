"""Cached: a metric that makes only rows that no former run has made, and the backend of such."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sacreval.execution.work import Backend, Finished, Work
from sacreval.metric import Metric, SetMetric
from sacreval.records import Batch
from sacreval.resources import cache_folder
from sacreval.store.blocks import Block
from sacreval.store.cache import FOLDER, Table, evict, table, unwritable
from sacreval.store.forms import interleaved
from sacreval.store.heads import head, keys
from sacreval.wrappers.wrapped import Wrapped

if TYPE_CHECKING:
    from sacreval.metric import Array

WORTH = 1e-4  # seconds a record; what is made faster is made again


@dataclass(frozen=True, kw_only=True)
class Cached(Wrapped):
    """A metric whose rows are looked up first.

    Args:
        metric: The metric inside.
        folder: The folder of the cache.
        run: Tells the files of this run from others.
        heads: What its rows, and those without a reference, are made by.
    """

    folder: Path
    run: str
    heads: tuple[str, str]

    def rows(self, batch: Batch) -> Array:
        """Look rows up, and make those that are missing."""
        return self._through(0, batch, self.metric.rows, lambda _: 1)

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Look rows up, and make those that are missing."""
        return self._through(1, batch, self.metric.leave_one_out_rows, self.metric.parts)

    def tables(self) -> list[Table]:
        """Give where its rows are."""
        return [table(self.folder, one, self.run) for one in self.heads]

    def _through(
        self, which: int, batch: Batch, make: Callable[[Batch], Array], count: Callable[..., int]
    ) -> Array:
        kept = self.tables()[which]
        known = kept.known()
        names = keys(batch) if len(known) else []
        found = [i for i, name in enumerate(names) if name in known]
        if not found:
            return _made(kept, batch, make, count)
        there = set(found)
        missing = [i for i in range(len(batch)) if i not in there]
        taken = known.take([names[i] for i in found])
        if not missing:
            return taken.rows
        part = batch.select(missing)
        return interleaved(
            [
                (_owners(found, taken.counts), taken.rows),
                (_owners(missing, [count(x) for x in part]), _made(kept, part, make, count)),
            ]
        )[0]


@dataclass(frozen=True)
class Caching:
    """Puts a cache around the metrics that it may pay for.

    Args:
        inner: Who makes rows.
        run_name: Tells the files of this run from others.
    """

    inner: Backend
    run_name: str = field(default_factory=lambda: os.urandom(8).hex())
    _cached: dict[Metric, Cached] = field(default_factory=dict)

    def run(self, work: Work, batches: Iterable[Batch]) -> Iterator[Finished]:
        """Make the rows of all batches; see `Backend`."""
        metrics = tuple(
            self._around(metric) if may_pay(metric) else metric for metric in work.metrics
        )
        return self.inner.run(replace(work, metrics=metrics), batches)

    def end(self) -> list[str]:
        """Keep the folder within its limit; give a sentence for everything that went wrong."""
        if not self._cached:
            return []
        tables = [one for metric in self._cached.values() for one in metric.tables()]
        table.cache_clear()
        folder = cache_folder() / FOLDER
        wrong = unwritable(folder)  # worker processes, which write too, have nobody to tell
        evict(folder)
        return list(dict.fromkeys([*wrong, *(text for one in tables for text in one.faults)]))

    def _around(self, metric: Metric) -> Cached:
        if metric not in self._cached:
            self._cached[metric] = Cached(
                metric=metric,
                engine=metric.engine,
                folder=cache_folder() / FOLDER,
                run=self.run_name,
                heads=(head(metric, "rows"), head(metric, "left-out")),
            )
        return self._cached[metric]


def may_pay(metric: Metric) -> bool:
    """Say whether a metric may be slow, and its code is known.

    Kernels are faster than any lookup. The code of metrics from outside may change unseen.
    """
    inner = metric
    while isinstance(inner, Wrapped):
        inner = inner.metric
    ours = type(inner).__module__.startswith("sacreval.metrics.")
    return ours and metric.engine == "official" and not isinstance(inner, SetMetric)


def _made(
    kept: Table, batch: Batch, make: Callable[[Batch], Array], count: Callable[..., int]
) -> Array:
    """Make rows, and keep them if that took long."""
    import numpy as np

    begun = time.perf_counter()
    rows = make(batch)
    if time.perf_counter() - begun > WORTH * len(batch):
        counts = np.array([count(record) for record in batch])
        kept.add(Block(kept.head, keys(batch), counts, rows))
    return rows


def _owners(records: Sequence[int], counts: Sequence[int] | Array) -> Array:
    import numpy as np

    return np.repeat(np.array(records), counts)
