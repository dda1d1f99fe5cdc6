"""The window: work that is under way on some batches, given back in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from sacreval.core.records import Batch
from sacreval.execution.work import BatchRows, FinishedBatch

Pending = Callable[[], Sequence[BatchRows]]  # waits


def in_order(
    batches: Iterable[Batch], start: Callable[[Batch], Pending], *, ahead: int, most: int
) -> Iterator[FinishedBatch]:
    """Start work on batches and give it back in their order.

    Args:
        batches: The batches.
        start: Starts the work on a batch and gives what waits for its end.
        ahead: So many records, 1 or more, are under way beside the batch that is waited for, or
            up to a batch more.
        most: No more batches than this, 1 or more, are under way beside it; where they are small
            at first, who cuts them sees how fast they go before many are cut.
    """
    under_way: deque[tuple[Batch, Pending]] = deque()
    records = 0  # beside those of the first batch
    for batch in batches:
        records += len(batch) if under_way else 0
        under_way.append((batch, start(batch)))
        while records >= ahead or len(under_way) > most:
            first, pending = under_way.popleft()
            records -= len(under_way[0][0])
            yield FinishedBatch(first, pending())
    for first, pending in under_way:
        yield FinishedBatch(first, pending())
