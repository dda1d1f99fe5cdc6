"""Local: several threads of this machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sacreval.execution.perform import perform_one
from sacreval.execution.window import Pending, in_order
from sacreval.execution.work import Finished, Work
from sacreval.records import Batch


@dataclass(frozen=True)
class Local:
    """Makes rows on threads.

    Args:
        workers: How many, 1 or more.
    """

    workers: int

    def run(self, work: Work, batches: Iterable[Batch]) -> Iterator[Finished]:
        """Make the rows of all batches; see `Backend`."""
        from concurrent.futures import ThreadPoolExecutor

        pool = ThreadPoolExecutor(self.workers)

        def start(batch: Batch) -> Pending:
            alone = replace(batch, workers=1)  # the threads here are all there shall be
            futures = [pool.submit(perform_one, work, metric, alone) for metric in work.metrics]
            return lambda: [future.result() for future in futures]

        try:
            yield from in_order(batches, start, ahead=self.workers)
        finally:
            pool.shutdown(cancel_futures=True)
