"""The window: work that is under way on a few batches, given back in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from sacreval.execution.work import Done, Finished
from sacreval.records import Batch

Pending = Callable[[], Sequence[Done]]  # waits


def in_order(
    batches: Iterable[Batch], start: Callable[[Batch], Pending], *, ahead: int
) -> Iterator[Finished]:
    """Start work on batches and give it back in their order.

    Args:
        batches: The batches.
        start: Starts the work on a batch and gives what waits for its end.
        ahead: How many batches may be under way beside the one that is waited for.
    """
    under_way: deque[tuple[Batch, Pending]] = deque()
    for batch in batches:
        under_way.append((batch, start(batch)))
        if len(under_way) > ahead:
            first, pending = under_way.popleft()
            yield Finished(first, pending())
    for first, pending in under_way:
        yield Finished(first, pending())
