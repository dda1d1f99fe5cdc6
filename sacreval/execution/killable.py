"""Calls with limits of time and memory, in processes that can be killed.

A limit that a process keeps by itself does not hold: compiled code returns to the interpreter, and
to handlers of signals, when it is finished. Here the caller waits, and kills the process in which
the call runs. Its own signals and alarms are not touched, and calls may come from any thread.

A function is named `module:name`, with arguments and results that JSON can hold. SQL queries and
pyarrow report how far they are, and have processes of their own.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from threading import Thread
from typing import Any, Literal, NamedTuple
from weakref import finalize

from sacreval.errors import NotSetUpError, SacrevalError
from sacreval.execution import killable_child

_PATIENCE = 120.0  # seconds until a new process must be ready; imports take one on an idle machine


class Outcome(NamedTuple):
    """What became of a call.

    Args:
        state: done; error if the function raised an exception; timeout if it was killed at the
            limit; memory if memory ran out; ended if the process ended in the middle of the call.
        value: What the function returned; None if the call is not done.
        reason: The exception, or the status of the process that ended; "" otherwise.
    """

    state: Literal["done", "error", "timeout", "memory", "ended"]
    value: Any = None
    reason: str = ""


class KillableProcesses:
    """Processes that compute calls of one function, and are killed at the limits.

    They start with the first calls, are used again, and end with this object or with the process
    that started them, however it ends.

    Args:
        function: `module:name` of a function that returns the function to be called; it is imported
            and called in the processes alone.
        memory: Address space of a process, in bytes; not limited on Windows.
    """

    def __init__(self, function: str, *, memory: int) -> None:
        self._start = {"function": function, "memory": memory}
        self._idle: list[_Process] = []
        self._owner = os.getpid()
        finalize(self, _kill_all, self._idle)

    def map(
        self, calls: Iterable[Sequence[Any]], *, seconds: float, workers: int = 1
    ) -> list[Outcome]:
        """Compute calls, several at a time.

        Args:
            calls: The arguments of each call, which JSON must hold.
            seconds: Time of each call by the clock; starting a process does not count.
            workers: Number of processes.

        Returns:
            What became of each, in order.

        Raises:
            NotSetUpError: If the function cannot be imported.
            SacrevalError: If no process can be started.
        """
        waiting = list(calls)
        if workers == 1 or len(waiting) < 2:  # one call needs no second process
            return [self.call(arguments, seconds=seconds) for arguments in waiting]
        pool = ThreadPoolExecutor(min(workers, len(waiting)), "sacreval-killable")
        busy: set[_Process] = set()
        try:
            outcomes = list(pool.map(lambda call: self._call(call, seconds, busy), waiting))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            _kill_all(list(busy))
            raise
        pool.shutdown()
        return outcomes

    def call(self, arguments: Sequence[Any], *, seconds: float) -> Outcome:
        """Compute one call; see `map`."""
        return self._call(arguments, seconds, set())

    def _call(self, arguments: Sequence[Any], seconds: float, busy: set[_Process]) -> Outcome:
        process = self._take()
        busy.add(process)
        try:
            outcome = process.call(arguments, seconds)
        except BaseException:
            process.kill()
            raise
        finally:
            busy.discard(process)
        if process.alive:
            self._idle.append(process)
        return outcome

    def _take(self) -> _Process:
        """Return an idle process, or start one."""
        if self._owner != os.getpid():  # after a fork, the processes belong to the other side
            self._idle[:], self._owner = [], os.getpid()
        try:
            return self._idle.pop()
        except IndexError:
            return _Process({**self._start, "path": sys.path})


class _Process:
    """A process that computes one call at a time.

    Args:
        start: The first line of its input; see `killable_child`.
    """

    def __init__(self, start: Mapping[str, Any]) -> None:
        command = [sys.executable, "-P", killable_child.__file__]
        # Order in sets of texts depends on the hash seed, and so may what a function returns.
        place = {**os.environ, "PYTHONHASHSEED": "0"}
        try:
            self._process = Popen(  # noqa: S603 - this Python, with a file of sacreval
                command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=place
            )
        except OSError as error:
            raise SacrevalError(
                f"no further process can be started ({error.strerror}); give fewer --workers, or "
                "raise the limits of this machine"
            ) from None
        self.alive = True
        self._replies: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=_read_lines, args=(self._process, self._replies), daemon=True).start()
        begun = self._exchange(start, _PATIENCE)
        if begun.state != "done":
            self.kill()
            raise NotSetUpError(
                f"{start['function']} cannot be used in a process of its own "
                f"({begun.reason or begun.state}); repair that package, or raise the memory"
            )

    def call(self, arguments: Sequence[Any], seconds: float) -> Outcome:
        """Compute one call; afterwards the process is `alive`, or was killed."""
        outcome = self._exchange({"arguments": arguments, "seconds": seconds}, seconds)
        if outcome.state in {"timeout", "ended", "memory"}:  # memory may stay scarce
            self.kill()
        return outcome

    def kill(self) -> None:
        """Kill the process at once, and wait until it is gone."""
        self.alive = False
        self._process.kill()
        self._process.wait()
        if self._process.stdin:
            self._process.stdin.close()

    def _exchange(self, line: Any, seconds: float) -> Outcome:
        try:
            self._send(line)
            reply = self._replies.get(timeout=seconds)
        except Empty:
            return Outcome("timeout")
        except BrokenPipeError:
            reply = b""
        if not reply:
            return Outcome("ended", reason=f"exit status {self._process.wait()}")
        answer = json.loads(reply)
        if "memory" in answer:
            return Outcome("memory")
        if "error" in answer:
            return Outcome("error", reason=answer["error"])
        return Outcome("done", answer["value"])

    def _send(self, line: Any) -> None:
        stream = self._process.stdin
        if stream is not None:
            stream.write(json.dumps(line).encode() + b"\n")
            stream.flush()


def _read_lines(process: Popen[bytes], replies: SimpleQueue[bytes]) -> None:
    """Put every line into the queue, and an empty one at the end."""
    stream = process.stdout
    if stream is None:
        return
    with stream:
        for line in iter(stream.readline, b""):
            replies.put(line)
    replies.put(b"")


def _kill_all(processes: list[_Process]) -> None:
    while processes:
        processes.pop().kill()
