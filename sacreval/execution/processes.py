"""Worker processes of this machine, for metrics that hold the GIL: libraries and Python code.

They start with the first batch, receive the task once, and never outlive the parent process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from sacreval.core.records import Batch
from sacreval.errors import SacrevalError
from sacreval.execution.process_pool import ProcessPool, begin_worker
from sacreval.execution.serialization import (
    SLICE,
    SerializedBatch,
    carry_out,
    join,
    pack,
    slices,
    unwrap,
)
from sacreval.execution.work import BatchRows, RowTask

_task: list[RowTask] = []  # in a worker process: its task


class Processes:
    """The worker processes of one run.

    Args:
        workers: Number of processes.
        work: What to compute for every batch.
    """

    def __init__(self, workers: int, work: RowTask) -> None:
        self._pool = ProcessPool(workers, _initialise, work)

    def start(self, batch: Batch) -> Callable[[], Sequence[BatchRows]]:
        """Start the tasks of a batch, and return a function that waits for their results."""
        with _broken_pool_error():
            under_way = [
                (self._pool.submit(_carry_out, pack(part)), len(part))
                for part in slices(batch, SLICE)
            ]
        return lambda: [
            join(parts) for parts in zip(*(_result(*part) for part in under_way), strict=True)
        ]

    def close(self) -> None:
        """Shut down once all tasks are finished."""
        self._pool.close()

    def kill(self) -> None:
        """Kill the processes at once."""
        self._pool.kill()


def _result(future: Future[list[BatchRows] | SacrevalError], n: int) -> list[BatchRows]:
    with _broken_pool_error():
        return unwrap(future.result(), n)


@contextmanager
def _broken_pool_error() -> Iterator[None]:
    """Raise SacrevalError if sending or receiving finds that a worker process has died."""
    try:
        yield
    except BrokenProcessPool:
        raise SacrevalError(
            "a worker process ended before its task was finished, usually because memory ran "
            "out; give fewer --workers, or 1 to see its error"
        ) from None


def _initialise(work: RowTask) -> None:
    """Initialise a worker: store the task."""
    _task.append(work)
    begin_worker()


def _carry_out(parcel: SerializedBatch) -> list[BatchRows] | SacrevalError:
    return carry_out(_task[0], parcel)
