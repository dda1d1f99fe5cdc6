"""Serial backend: compute batches one after the other in this thread."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sacreval.core.records import Batch
from sacreval.execution.plain_sums import perform_plainly
from sacreval.execution.work import Backend, FinishedBatch, RowTask
from sacreval.execution.worker import ended


class Serial(Backend):
    """Computes the rows of a batch when the caller requests it."""

    def run(self, work: RowTask, batches: Iterable[Batch]) -> Iterator[FinishedBatch]:
        """Compute the rows of all batches; see `Backend`."""
        with ended(work.metrics):
            for batch in batches:
                yield FinishedBatch(batch, perform_plainly(work, batch))


SERIAL: Backend = Serial()
