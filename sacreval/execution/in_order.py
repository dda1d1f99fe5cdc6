"""A bounded window of pending batches whose results are yielded in input order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from sacreval.core.records import Batch
from sacreval.execution.work import BatchRows, FinishedBatch

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
