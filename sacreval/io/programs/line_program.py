"""A program that reads lines and writes lines, run without a shell and ended with its children."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from queue import Empty, Full, Queue
from threading import Event, Thread
from types import TracebackType
from typing import Generic, NoReturn, Protocol, Self, TypeVar
from warnings import warn

from sacreval.errors import NotSetUpError, ResultWarning, UsageError, shortened

LONGEST = 32 * 2**20  # bytes of a line
_GRACE = 5.0  # seconds that a program has to end once its input has ended
_WAITING = 64  # lines that wait to be written
_UNREAD = 256  # lines that were written by the program and not yet received
_LOOK = 0.2  # seconds between two looks at whether the program was ended
_TAIL = 4096  # bytes of standard error of which the last line is searched


def printable(text: str) -> str:
    """Return a text without control characters, which may move the cursor of a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


class LineTooLongError(Exception):
    """A line that is longer than allowed, with that length in bytes."""


class LineProgram:
    """A running program; used in a `with` block, at whose end it is ended.

    Args:
        command: The program with its arguments.
        longest: Largest length of a line that it writes, in bytes.
        keep_errors: Whether its standard error is read, of which `last_error` returns the last
            line; otherwise it is that of this process.
        environment: Environment variables, besides those of this process.

    Raises:
        NotSetUpError: If it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        longest: int = LONGEST,
        keep_errors: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - named by the user, and no shell
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if keep_errors else None,
                start_new_session=os.name == "posix",
                env={**os.environ, **environment} if environment else None,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise NotSetUpError(
                f"{command[0]}: {reason}; install that program, or correct its path"
            ) from None
        self.input_closed = False  # whether it closed its input before all lines were written
        self._longest = longest
        self._inbox: Queue[bytes | None] = Queue(_WAITING)
        self._outbox: Queue[bytes | LineTooLongError | None] = Queue(_UNREAD)
        self._killed = Event()
        self._errors = b""
        for target in (self._write, self._read):
            Thread(target=target, name="sacreval-program", daemon=True).start()
        self._error_reader = Thread(target=self._read_errors, daemon=True)
        self._error_reader.start()

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
        self.kill()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def send(self, line: bytes | None, seconds: float) -> bool:
        """Write a line, and return whether the program has room for it within a time.

        Args:
            line: The line, with its end; None ends the input.
            seconds: How long to wait for room.
        """
        if self.input_closed:
            return line is None
        try:
            self._inbox.put(line, block=seconds > 0, timeout=seconds or None)
        except Full:
            return False
        return True

    def receive(self, seconds: float) -> bytes | None:
        """Return the next line, without its end; None where the output has ended.

        Args:
            seconds: How long to wait for it.

        Raises:
            TimeoutError: If there is no line in time.
            LineTooLongError: If the line is longer than allowed.
        """
        try:
            line = self._outbox.get(timeout=seconds) if seconds > 0 else self._outbox.get_nowait()
        except Empty:
            raise TimeoutError from None
        if isinstance(line, LineTooLongError):
            raise line
        if line is None:
            self._outbox.put(None)  # also for the next call
        return line

    def finish(self) -> bool:
        """End the program's input; return whether there was room for that."""
        return self.send(None, 0.0)

    def code(self) -> int | None:
        """Wait a little for the program to end, and return its exit code; None if it runs on."""
        try:
            return self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return None

    def last_error(self) -> str:
        """Return the last line that it wrote to standard error, if that is read; else "".

        Of a program that has ended, all is waited for, unless a child of it goes on.
        """
        if self._process.poll() is not None:
            self._error_reader.join(_GRACE)
        lines = self._errors.decode("utf-8", "replace").splitlines()
        return next(filter(None, map(printable, reversed(lines))), "")

    def kill(self) -> None:
        """Kill the program with its children, and wait for it."""
        self._killed.set()
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

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None  # noqa: S101 - for the type checker
        try:
            while (line := self._inbox.get()) is not None:
                pipe.write(line)
                if self._inbox.empty():
                    pipe.flush()
            pipe.close()
        except (OSError, ValueError):
            self.input_closed = True
        with contextlib.suppress(OSError, ValueError):
            pipe.close()

    def _read(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None  # noqa: S101 - for the type checker
        with contextlib.suppress(OSError, ValueError), pipe:
            while line := pipe.readline(self._longest):
                if len(line) == self._longest and not line.endswith(b"\n"):
                    self._hand_over(LineTooLongError(self._longest))
                    break
                self._hand_over(line.rstrip(b"\r\n"))
        self._hand_over(None)

    def _hand_over(self, line: bytes | LineTooLongError | None) -> None:
        """Put a line where `receive` finds it, once there is room and while it is wanted."""
        while not self._killed.is_set():
            with contextlib.suppress(Full):
                self._outbox.put(line, timeout=_LOOK)
                return

    def _read_errors(self) -> None:
        pipe = self._process.stderr
        if pipe is None:
            return
        with contextlib.suppress(OSError, ValueError), pipe:
            while text := os.read(pipe.fileno(), _TAIL):
                self._errors = (self._errors + text)[-_TAIL:]


_MOST = 160  # characters of a program's last error in a message


class LineReply(Protocol):
    """A reply: it has the id of what it replies to."""

    @property
    def id(self) -> str:
        """The id."""


T = TypeVar("T", bound=LineReply)


class Conversation(Generic[T]):
    """What was sent to a program, and what it has replied.

    Args:
        program: The program.
        command: How it was started, for messages.
        timeout: Seconds in which it must write its next reply.
        decode: Reads a line of its output; raises ValueError if it is no reply.
        asked: What is sent, for messages: requests, or records.
        remedy: What to do once the program is corrected, for messages.
        hint: What else may help where it writes no reply in time.
    """

    def __init__(
        self,
        program: LineProgram,
        command: str,
        timeout: float,
        decode: Callable[[bytes], T],
        *,
        asked: str = "requests",
        remedy: str = "",
        hint: str = "",
    ) -> None:
        self._program = program
        self._command = shortened(command)
        self._timeout = timeout
        self._decode = decode
        self._asked, self._remedy, self._hint = asked, remedy, hint
        self._waiting: set[str] = set()
        self._done: set[str] = set()
        self._replies: list[T] = []
        self._heard = time.monotonic()

    def send(self, name: str, line: bytes) -> None:
        """Write a line, reading replies while the program has no room for it.

        Args:
            name: The id in it.
            line: The line, with its end.
        """
        if not self._waiting:
            self._heard = time.monotonic()
        self._waiting.add(name)
        self._done.discard(name)  # it may be asked again
        while not self._program.send(line, _LOOK):
            self._read()

    def ready(self) -> list[T]:
        """Return the replies that are there."""
        self._read()
        return self.new_replies()

    def new_replies(self) -> list[T]:
        """Return the replies that were read."""
        replies, self._replies = self._replies, []
        return replies

    def answers(self) -> Iterator[T]:
        """Yield the replies to all that was sent, as they come."""
        yield from self.new_replies()
        while self._waiting:
            self._receive(_LOOK)
            yield from self.ready()

    def rest(self) -> Iterator[T]:
        """End the program's input, and yield the replies that are left."""
        while not self._program.finish():
            self._receive(_LOOK)
            yield from self.ready()
        yield from self.answers()
        if code := self._program.code():
            warn(
                f"{self._command} ended with exit code {code} after all its replies"
                f"{self._last_error()}",
                ResultWarning,
                stacklevel=2,
            )
        self._extra()

    def _extra(self) -> None:
        """Check that no line follows the last reply."""
        try:
            if (line := self._line(0)) is not None:
                self._reply(line)
        except TimeoutError:
            return

    def _read(self) -> None:
        """Read the replies that are there."""
        while self._receive(0):
            pass

    def _receive(self, seconds: float) -> bool:
        """Read a reply, and return whether there is one.

        Raises:
            UsageError: If the program has ended, or not replied for too long.
        """
        try:
            line = self._line(seconds)
        except TimeoutError:
            self._check_progress()
            return False
        if line is None:
            if self._waiting:
                self._ended()
            return False
        self._heard = time.monotonic()
        self._replies.append(self._reply(line))
        return True

    def _check_progress(self) -> None:
        """Check that a program without a reply may still write one."""
        if not self._waiting:
            return
        if self._program.input_closed:
            self._ended("closed its input")
        if time.monotonic() - self._heard > self._timeout:
            what = f"wrote no reply for {self._timeout:g} s with {self._unanswered()}"
            self._fail(what, f"raise --timeout{self._hint}")

    def _line(self, seconds: float) -> bytes | None:
        try:
            return self._program.receive(seconds)
        except LineTooLongError as error:
            self._fail(f"wrote a line of more than {error.args[0]:,} bytes", "correct it")

    def _reply(self, line: bytes) -> T:
        try:
            reply = self._decode(line)
        except (ValueError, RecursionError) as error:
            text = shortened(printable(line[:200].decode("utf-8", "replace")), 60)
            what = f"wrote a line that is no reply ({shortened(str(error), 120)}): {text}"
            self._fail(what, "correct it, and write other text to standard error")
        if reply.id in self._done:
            self._fail(f"replied twice to {shortened(reply.id)}", "correct it")
        if reply.id not in self._waiting:
            self._fail(f"replied to {shortened(reply.id)}, which was not asked", "correct it")
        self._waiting.remove(reply.id)
        self._done.add(reply.id)
        return reply

    def _ended(self, how: str = "closed its output") -> NoReturn:
        code = self._program.code()
        ended = how if code is None else f"ended with exit code {code}"
        self._fail(f"{ended} with {self._unanswered()}", "correct it")

    def _unanswered(self) -> str:
        n = len(self._waiting)
        asked = self._asked.removesuffix("s") if n == 1 else self._asked
        return f"{n:,} {asked} unanswered"

    def _fail(self, what: str, remedy: str) -> NoReturn:
        raise UsageError(
            f"The program {self._command} {what}{self._last_error()}; {remedy}{self._remedy}"
        )

    def _last_error(self) -> str:
        last = self._program.last_error()
        return f" (its last error: {shortened(last, _MOST)})" if last else ""
