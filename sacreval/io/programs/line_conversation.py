"""A conversation with a program: lines with ids that were sent, and replies that were read."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Generic, NoReturn, Protocol, TypeVar
from warnings import warn

from sacreval.errors import ResultWarning, UsageError, shortened
from sacreval.io.programs.line_program import LineProgram, LineTooLongError, printable

_LOOK = 0.2  # seconds between two looks at the replies while a line waits to be written
_MOST = 160  # characters of a program's last error in a message


class Named(Protocol):
    """A reply: it has the id of what it replies to."""

    @property
    def id(self) -> str:
        """The id."""


T = TypeVar("T", bound=Named)


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
        self._found: list[T] = []
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
        return self.found()

    def found(self) -> list[T]:
        """Return the replies that were read."""
        found, self._found = self._found, []
        return found

    def answers(self) -> Iterator[T]:
        """Yield the replies to all that was sent, as they come."""
        yield from self.found()
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
        self._found.append(self._reply(line))
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
