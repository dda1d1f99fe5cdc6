"""A program that reads lines and writes lines, run without a shell and ended with its children."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Sequence
from queue import Empty, Full, Queue, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Self

from sacreval.errors import NotSetUpError

LONGEST = 32 * 2**20  # bytes of a line
_GRACE = 5.0  # seconds that a program has to end once its input has ended
_WAITING = 64  # lines that wait to be written


class LineProgram:
    """A running program; used in a `with` block, at whose end it is ended.

    Its standard error is that of this process.

    Args:
        command: The program with its arguments.

    Raises:
        NotSetUpError: If it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - named by the user, and no shell
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=os.name == "posix",
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise NotSetUpError(
                f"{command[0]}: {reason}; install that program, or correct its path"
            ) from None
        self._inbox: Queue[bytes | None] = Queue(_WAITING)
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        for target in (self._write, self._read):
            Thread(target=target, name="sacreval-program", daemon=True).start()

    def __enter__(self) -> Self:
        """Return the program."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the program and its children."""
        self._kill()

    def send(self, line: bytes, seconds: float) -> bool:
        """Write a line, and return whether the program has room for it within a time."""
        return self._put(line, seconds)

    def receive(self, seconds: float) -> bytes | None:
        """Return the next line, without its end; None where the output has ended.

        Args:
            seconds: How long to wait for it.

        Raises:
            TimeoutError: If there is no line in time.
        """
        try:
            line = self._outbox.get(timeout=seconds) if seconds > 0 else self._outbox.get_nowait()
        except Empty:
            raise TimeoutError from None
        if line is None:
            self._outbox.put(None)  # also for the next call
        return line

    def finish(self) -> bool:
        """End the program's input; return whether there was room for that."""
        return self._put(None, 0.0)

    def code(self) -> int | None:
        """Wait a little for the program to end, and return its exit code; None if it runs on."""
        try:
            return self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return None

    def _put(self, line: bytes | None, seconds: float) -> bool:
        try:
            self._inbox.put(line, block=seconds > 0, timeout=seconds or None)
        except Full:
            return False
        return True

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None  # noqa: S101 - for the type checker
        with contextlib.suppress(OSError, ValueError):
            while (line := self._inbox.get()) is not None:
                pipe.write(line)
                if self._inbox.empty():
                    pipe.flush()
        with contextlib.suppress(OSError, ValueError):
            pipe.close()

    def _read(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None  # noqa: S101 - for the type checker
        with contextlib.suppress(OSError, ValueError), pipe:
            while line := pipe.readline(LONGEST):
                self._outbox.put(line.rstrip(b"\r\n"))
        self._outbox.put(None)

    def _kill(self) -> None:
        """Kill the program with its children, and wait for it."""
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                subprocess.run(  # noqa: S603
                    ["taskkill", "/F", "/T", "/PID", str(self._process.pid)],  # noqa: S607
                    check=False, capture_output=True,
                )  # fmt: skip
        self._process.kill()
        self._process.wait()
        with contextlib.suppress(Full):
            self._inbox.put_nowait(None)
