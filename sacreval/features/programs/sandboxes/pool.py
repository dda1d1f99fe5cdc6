"""Workers that run programs, each in a sandbox of its own, which is started ahead."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from queue import Empty, SimpleQueue
from typing import Any

from sacreval.features.programs.sandboxes._base import Sandbox
from sacreval.features.programs.sandboxes.frames import Run
from sacreval.features.programs.sandboxes.programs import Job, Program
from sacreval.features.programs.sandboxes.session import Session
from sacreval.features.programs.sandboxes.verdicts import Judgement, judgement, marks_of

_LOOK = 1.0  # seconds after which an interrupt is seen
Task = tuple[Any, Program]  # a key of the caller's, and a program


class Worker:
    """Runs programs one after the other; sandboxes for the next ones start meanwhile.

    Args:
        sandbox: The backend.
        spares: How many sandboxes are started ahead.
    """

    def __init__(self, sandbox: Sandbox, *, spares: int | None = None) -> None:
        self._sandbox = sandbox
        self._spares = sandbox.spares if spares is None else spares
        self._ready: deque[Session] = deque()
        self._running: Session | None = None

    def runs(self, job: Job) -> list[Run]:
        """Return the runs of a job; after the first test that fails there is no further one.

        Args:
            job: The job.

        Raises:
            NotSetUpError: If the sandbox cannot be started.
        """
        session = self._ready.popleft() if self._ready else Session(self._sandbox)
        self._running = session
        try:
            session.send(job)
            while len(self._ready) < self._spares:
                self._ready.append(Session(self._sandbox))
            count = iter(range(job.program.tests.count))
            return session.runs(
                job, lambda run: marks_of(job, next(count), run).verdict == "passed"
            )
        finally:
            session.end()

    def judge(self, program: Program) -> Judgement:
        """Run a program, and return its verdict."""
        job = self.job(program)
        return judgement(job, self.runs(job))

    def job(self, program: Program) -> Job:
        """Return the job of a program."""
        sandbox = self._sandbox
        return Job(program=program, limits=sandbox.limits, processes=sandbox.own_processes)

    def stop(self) -> None:
        """Stop the program that runs, from another thread."""
        if self._running is not None:
            self._running.stop()

    def close(self) -> None:
        """End the sandboxes that have been started ahead."""
        while self._ready:
            self._ready.popleft().end()


def judged(
    tasks: Iterable[Task], sandbox: Sandbox, workers: int
) -> Generator[tuple[Any, Judgement], None, None]:
    """Run programs, and yield their keys and verdicts as they come.

    Args:
        tasks: Pairs of a key and a program.
        sandbox: The backend.
        workers: How many programs run at the same time.

    Raises:
        NotSetUpError: If a sandbox cannot be started.
    """
    outbox: SimpleQueue[tuple[Any, Judgement] | Exception | None] = SimpleQueue()
    stop, lock, source = threading.Event(), threading.Lock(), iter(tasks)
    staff = [Worker(sandbox) for _ in range(workers)]
    shared = (source, lock, stop, outbox)
    threads = [threading.Thread(target=_work, args=(one, *shared), daemon=True) for one in staff]
    for thread in threads:
        thread.start()
    try:
        yield from _results(outbox, len(threads))
    finally:
        stop.set()
        for worker, thread in zip(staff, threads, strict=True):
            worker.stop()
            thread.join()


def _results(outbox: SimpleQueue[Any], left: int) -> Iterator[tuple[Any, Judgement]]:
    while left:
        try:
            found = outbox.get(timeout=_LOOK)
        except Empty:
            continue
        if found is None:
            left -= 1
        elif isinstance(found, Exception):
            raise found
        else:
            yield found


def _work(
    worker: Worker,
    source: Iterator[Task],
    lock: threading.Lock,
    stop: threading.Event,
    outbox: SimpleQueue[Any],
) -> None:
    try:
        while not stop.is_set():
            with lock:
                task = next(source, None)
            if task is None:
                break
            outbox.put((task[0], worker.judge(task[1])))
    except Exception as error:  # noqa: BLE001 - raised again in the caller's thread
        outbox.put(error)
    finally:
        worker.close()
        outbox.put(None)
