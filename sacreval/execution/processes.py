"""Processes of this machine, for metrics that hold Python's lock: official libraries, Python code.

They start with the first batch, know the work before it comes, and never outlive this process.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process

from sacreval.core.records import Batch
from sacreval.errors import SacrevalError
from sacreval.execution import interrupts
from sacreval.execution.join import join
from sacreval.execution.serialization import SLICE, SerializedBatch, carry_out, pack, slices, unwrap
from sacreval.execution.work import BatchRows, RowTask

_PATIENCE = 5.0  # seconds for a thread to see that the processes it looks after are gone
_given: list[RowTask] = []  # in a worker: what its process was started for


class Processes:
    """So many processes, for one run.

    Args:
        workers: How many.
        work: What to compute for every batch.
    """

    def __init__(self, workers: int, work: RowTask) -> None:
        self._others = set(active_children())
        # Forking a process that has threads can lock up; a new one cannot.
        self._pool = ProcessPoolExecutor(
            workers, get_context("spawn"), initializer=_begin, initargs=(work,)
        )

    def start(self, batch: Batch) -> Callable[[], Sequence[BatchRows]]:
        """Start the work on a batch, and give what waits for its end."""
        with interrupts.held_back(), _whole():
            under_way = [
                (self._pool.submit(_carry_out, pack(part)), len(part))
                for part in slices(batch, SLICE)
            ]
        return lambda: [
            join(parts) for parts in zip(*(_result(*one) for one in under_way), strict=True)
        ]

    def close(self) -> None:
        """Let the processes end."""
        self._pool.shutdown()

    def kill(self) -> None:
        """End the processes at once, whatever they are at."""
        mine = set(active_children()) - self._others
        # The thread that looks after them must end first: Python closes its pipes as it ends.
        manager = getattr(self._pool, "_executor_manager_thread", None)
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in mine:
            child.kill()
        if manager is not None:
            manager.join(_PATIENCE)


def _result(future: Future[list[BatchRows] | SacrevalError], n: int) -> list[BatchRows]:
    with _whole():
        return unwrap(future.result(), n)


@contextmanager
def _whole() -> Iterator[None]:
    """Say in a sentence that a process has gone, whether work was to be sent or to be fetched."""
    try:
        yield
    except BrokenProcessPool:
        raise SacrevalError(
            "a worker process ended before its work did, as it does when memory runs out; "
            "give fewer --workers, or 1 to see what it says"
        ) from None


def _begin(work: RowTask) -> None:
    """Begin a worker: note the work, and end when the parent has."""
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be held back
    _given.append(work)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import os

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _carry_out(parcel: SerializedBatch) -> list[BatchRows] | SacrevalError:
    return carry_out(_given[0], parcel)
