"""Serial: one batch after the other, here and now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sacreval.core.records import Batch
from sacreval.execution.work import Backend, FinishedBatch, RowTask
from sacreval.execution.worker import perform


class Serial(Backend):
    """Makes rows when they are asked for."""

    def run(self, work: RowTask, batches: Iterable[Batch]) -> Iterator[FinishedBatch]:
        """Compute the rows of all batches; see `Backend`."""
        for batch in batches:
            yield FinishedBatch(batch, perform(work, batch))


SERIAL: Backend = Serial()
