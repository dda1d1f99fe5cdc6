"""Pools of processes of this machine, which never outlive the process that started them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import Any


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Block SIGINT; processes started inside this context inherit the blocked signal."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def sigterm_preserved() -> Iterator[None]:
    """Preserve the SIGTERM handler while other code may replace it."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if before is not None and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)


_PATIENCE = 5.0  # seconds that the manager thread has to notice that its processes are gone


class ProcessPool:
    """Processes that are started with the first task.

    Args:
        workers: Number of processes.
        task: What all tasks share: it is sent once, and is `shared_task()` in each process.
    """

    def __init__(self, workers: int, task: Any) -> None:
        self._others = set(active_children())
        # Forking a process that has threads can deadlock; spawning cannot.
        self._pool = ProcessPoolExecutor(
            workers, get_context("spawn"), initializer=_begin_worker, initargs=(task,)
        )

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Start a task.

        Raises:
            BrokenProcessPool: If a process has died.
        """
        with sigint_blocked():
            return self._pool.submit(function, *arguments)

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


_task: list[Any] = []  # in a worker process: its task


def shared_task() -> Any:
    """Return the task that this worker process was started with."""
    return _task[0]


def _begin_worker(task: Any) -> None:
    """Initialise a worker process: ignore Ctrl-C, and exit when the parent process has."""
    from threading import Thread

    _task.append(task)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be blocked
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import os

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
