"""Blocks of work on several threads; the results are those of one thread."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
Result = TypeVar("Result")


def in_order(
    function: Callable[[T], Result], blocks: Iterable[T], workers: int
) -> Iterator[Result]:
    """Yield the result of each block, in the order of the blocks.

    Args:
        function: Function of a block; products and kernels let other threads run.
        blocks: The blocks.
        workers: Number of threads, from 1; one more block than these is in memory.
    """
    if workers <= 1:
        yield from map(function, blocks)
        return
    from collections import deque
    from concurrent.futures import Future, ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as pool:
        running: deque[Future[Result]] = deque()
        try:
            for block in blocks:
                running.append(pool.submit(function, block))
                if len(running) > workers:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        finally:
            for future in running:
                future.cancel()
