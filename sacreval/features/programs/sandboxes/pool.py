"""Workers that run programs, each in a sandbox of its own, which is started ahead."""

from __future__ import annotations

import os
import secrets
import select
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

from sacreval.errors import NotSetUpError, shortened
from sacreval.features.programs.sandboxes._base import Sandbox
from sacreval.features.programs.sandboxes.frames import BrokenFramesError, Frames, Run
from sacreval.features.programs.sandboxes.program_verdicts import Judgement, judgement, marks_of
from sacreval.features.programs.sandboxes.programs import Job, Program

GRACE = 1.0  # seconds beyond the limit that the driver keeps, after which everything is killed
_REPORT = 2**26 + 2**20  # bytes of reports that the driver relays, and of its own frames
_STOP_CHECK = 0.2  # seconds after which a stop is seen
_INTERRUPT_CHECK = 1.0  # and an interrupt
_SHOWN = 300  # characters of an error of the backend


class Session:
    """A sandbox that has been started and waits for its job.

    Args:
        sandbox: The backend.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._name = f"sacreval-{secrets.token_hex(8)}"
        user = sandbox.user()
        rights = {} if user is None else {"user": user, "group": user, "extra_groups": ()}
        self._process = subprocess.Popen(  # type: ignore[call-overload]  # noqa: S603
            sandbox.command(self._name),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
            env=dict(sandbox.environment()), cwd=sandbox.folder(), start_new_session=True, **rights,
        )  # fmt: skip
        self._ended = self._started = self._stopped = False

    def send(self, job: Job) -> None:
        """Send the job; what fails shows when its runs are read.

        Args:
            job: The job.
        """
        with suppress(BrokenPipeError):
            rest = memoryview(job.encoded())
            while rest:
                rest = rest[self._process.stdin.write(rest) :]

    def runs(self, job: Job, go_on: Callable[[Run], bool]) -> list[Run]:
        """Return the runs of a job that was sent, and end the sandbox.

        Args:
            job: The job.
            go_on: Returns whether the next run is wanted, after each.

        Raises:
            NotSetUpError: If the sandbox cannot be started.
        """
        try:
            return self._read(job, go_on)
        finally:
            self.end()

    def _read(self, job: Job, go_on: Callable[[Run], bool]) -> list[Run]:
        frames, runs = Frames(_REPORT + job.program.most_output()), list[Run]()
        wanted = len(job.program.tests.inputs) if hasattr(job.program.tests, "inputs") else 1
        begun, limit = time.monotonic(), self._sandbox.patience
        while len(runs) < wanted:
            text = self._some(begun + limit - time.monotonic())
            if not text:
                if not (frames.started or runs):
                    raise NotSetUpError(self._why_not())
                why = "time" if text is None else "lost"
                return [*runs, Run(why=why, seconds=time.monotonic() - begun)]
            began_before = frames.started
            self._started = True
            try:
                new = frames.feed(text)[: wanted - len(runs)]  # a program may write more
            except BrokenFramesError:
                return [*runs, Run(why="lost", seconds=time.monotonic() - begun)]
            for run in new:  # those after a failed one came too early to be stopped
                runs.append(run)
                if run.why or not go_on(run):
                    return runs
            if new or not began_before:
                begun, limit = time.monotonic(), job.program.seconds + GRACE
        return runs

    def _some(self, left: float) -> bytes | None:
        """Return the next bytes; b"" at the end, None when time is over."""
        out, end = self._process.stdout, time.monotonic() + left
        while not self._stopped and (left := end - time.monotonic()) > 0:
            if select.select([out], [], [], min(left, _STOP_CHECK))[0]:
                return os.read(out.fileno(), 2**20)
        return None

    def _why_not(self) -> str:
        """Return why the driver did not start: what the backend wrote."""
        if self._stopped:
            return "the run is stopped"
        self._sandbox.kill(self._process, self._name)
        errors = self._process.stderr
        text = os.read(errors.fileno(), 2**16).decode("utf-8", "replace")
        reason = shortened(" ".join(text.split()) or "it is silent", _SHOWN)
        return (
            f"the sandbox {self._sandbox.name} does not start ({reason}); allow user namespaces, "
            "or give another --sandbox"
        )

    def stop(self) -> None:
        """Stop waiting for runs, from another thread than the one that waits."""
        self._stopped = True

    def end(self) -> None:
        """End the sandbox and all that runs in it."""
        if self._ended:
            return
        self._ended = True
        if not self._started:
            self._end_start()
        self._sandbox.kill(self._process, self._name)
        with suppress(OSError):
            self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
        self._process.stderr.close()

    def _end_start(self) -> None:
        """Make a sandbox start and end by itself.

        bubblewrap that is killed while it starts leaves a process behind, which waits for it.
        """
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(self._sandbox.patience)


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
    """Run programs, and yield their keys and verdicts as they come."""
    outbox: SimpleQueue[tuple[Any, Judgement] | Exception | None] = SimpleQueue()
    stop, lock, source = threading.Event(), threading.Lock(), iter(tasks)
    staff = [Worker(sandbox) for _ in range(workers)]
    shared = (source, lock, stop, outbox)
    threads = [threading.Thread(target=_work, args=(w, *shared), daemon=True) for w in staff]
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
            result = outbox.get(timeout=_INTERRUPT_CHECK)
        except Empty:
            continue
        if result is None:
            left -= 1
        elif isinstance(result, Exception):
            raise result
        else:
            yield result


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
