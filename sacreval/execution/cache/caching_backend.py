"""A backend around another that caches metrics whose rows are expensive."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sacreval.core.metric import Metric
from sacreval.core.records import Batch
from sacreval.execution.work import Backend, FinishedBatch, RowTask
from sacreval.io.resources import cache_folder

if TYPE_CHECKING:
    from sacreval.execution.cache.cached_metric import CachedMetric


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

        tables = [one for metric in self._cached.values() for one in metric.tables()]
        table.cache_clear()
        folder = _folder()
        wrong = unwritable(folder)  # worker processes also write, but cannot report
        evict(folder)
        faults = (text for one in tables for text in one.faults)
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
        from sacreval.execution.cache.cached_metric import CachedMetric, may_pay

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
