"""Distribution of batches: a window of pending ones, and metrics that the main process computes.

A model is loaded once, and a program started once, by the main process; worker processes never do
that, and go on with the rows of other metrics meanwhile.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import compress

from sacreval.core.contract.declarations import innermost, runs_model
from sacreval.core.metric import Metric
from sacreval.core.records import Batch
from sacreval.execution.serial import SERIAL
from sacreval.execution.work import BatchRows, FinishedBatch, RowTask
from sacreval.execution.worker import RunsProgram, ended, perform

Pending = Callable[[], Sequence[BatchRows]]  # blocks until the batch is finished


def in_order(
    batches: Iterable[Batch], start: Callable[[Batch], Pending], *, ahead: int, most: int
) -> Iterator[FinishedBatch]:
    """Start tasks for batches and yield the results in the order of the batches.

    Args:
        batches: The batches.
        start: Starts the task of a batch and returns a function that waits for its result.
        ahead: Number of records, 1 or more, that are pending besides the batch being waited for;
            up to one batch more may be.
        most: Largest number of batches, 1 or more, that are pending besides it. When the first
            batches are small, this lets the producer measure speed before it cuts many.
    """
    under_way: deque[tuple[Batch, Pending]] = deque()
    records = 0  # pending, without those of the first batch
    for batch in batches:
        records += len(batch) if under_way else 0
        under_way.append((batch, start(batch)))
        while records >= ahead or len(under_way) > most:
            first, pending = under_way.popleft()
            records -= len(under_way[0][0])
            yield FinishedBatch(first, pending())
    for first, pending in under_way:
        yield FinishedBatch(first, pending())


Distribute = Callable[[RowTask, Iterable[Batch]], Generator[FinishedBatch, None, None]]


def in_main_process(metric: Metric) -> bool:
    """Return whether a metric, or the one inside its wrappers, runs a model or a program."""
    inner = innermost(metric)
    return runs_model(inner) or isinstance(inner, RunsProgram)


def with_main_process(
    work: RowTask, batches: Iterable[Batch], mine: Sequence[bool], distribute: Distribute
) -> Iterator[FinishedBatch]:
    """Compute the rows of some metrics here, and have those of the others distributed.

    Args:
        work: What to compute for every batch.
        batches: The batches.
        mine: Whether the main process computes the rows of each metric.
        distribute: Computes the rows of the others, some batches ahead.

    Yields:
        Every batch with the rows of all metrics, in input order.
    """
    if all(mine):
        yield from SERIAL.run(work, batches)
        return
    here, away = (
        work._replace(metrics=tuple(compress(work.metrics, chosen)))
        for chosen in (mine, [not is_mine for is_mine in mine])
    )
    with ended(here.metrics), closing(distribute(away, batches)) as distributed:
        for batch, done in distributed:
            local, others = iter(perform(here, batch)), iter(done)
            yield FinishedBatch(batch, [next(local if is_mine else others) for is_mine in mine])
