"""Worker processes of this machine, for metrics that hold the GIL: libraries and Python code.

They start with the first batch, receive the task once, and never outlive the parent process.
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

_PATIENCE = 5.0  # seconds that the manager thread has to notice that its processes are gone
_task: list[RowTask] = []  # in a worker process: its task


class Processes:
    """The worker processes of one run.

    Args:
        workers: Number of processes.
        work: What to compute for every batch.
    """

    def __init__(self, workers: int, work: RowTask) -> None:
        self._others = set(active_children())
        # Forking a process that has threads can deadlock; spawning cannot.
        self._pool = ProcessPoolExecutor(
            workers, get_context("spawn"), initializer=_initialise, initargs=(work,)
        )

    def start(self, batch: Batch) -> Callable[[], Sequence[BatchRows]]:
        """Start the tasks of a batch, and return a function that waits for their results."""
        with interrupts.sigint_blocked(), _broken_pool_error():
            under_way = [
                (self._pool.submit(_carry_out, pack(part)), len(part))
                for part in slices(batch, SLICE)
            ]
        return lambda: [
            join(parts) for parts in zip(*(_result(*one) for one in under_way), strict=True)
        ]

    def close(self) -> None:
        """Shut down once all tasks are finished."""
        self._pool.shutdown()

    def kill(self) -> None:
        """Kill the processes at once."""
        mine = set(active_children()) - self._others
        # The pool's manager thread must end first: Python closes its pipes at exit.
        manager = getattr(self._pool, "_executor_manager_thread", None)
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in mine:
            child.kill()
        if manager is not None:
            manager.join(_PATIENCE)


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
    """Initialise a worker: store the task, and exit when the parent process has."""
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be blocked
    _task.append(work)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import os

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _carry_out(parcel: SerializedBatch) -> list[BatchRows] | SacrevalError:
    return carry_out(_task[0], parcel)
