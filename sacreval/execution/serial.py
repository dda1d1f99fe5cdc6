"""Serial: one batch after the other, here and now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sacreval.core.records import Batch
from sacreval.execution.work import Backend, Finished, Work
from sacreval.execution.worker import perform


class Serial(Backend):
    """Makes rows when they are asked for."""

    def run(self, work: Work, batches: Iterable[Batch]) -> Iterator[Finished]:
        """Make the rows of all batches; see `Backend`."""
        for batch in batches:
            yield Finished(batch, perform(work, batch))


SERIAL: Backend = Serial()
