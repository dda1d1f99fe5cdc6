"""A conversation with a program: requests that were sent, and replies that were read."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NoReturn
from warnings import warn

import msgspec

from sacreval.core.lenient_json import readable_json
from sacreval.core.requests import Reply, Request
from sacreval.errors import ResultWarning, UsageError, shortened
from sacreval.io.line_program import LineProgram

_HALF = b"\\ud"  # escaped halves of surrogate pairs begin with it
_LOOK = 0.2  # seconds between two looks at the replies while a request waits to be written


class Conversation:
    """What was sent to a program, and what it has replied.

    Args:
        program: The program.
        command: How it was started, for messages.
        timeout: Seconds in which it must write its next reply.
    """

    def __init__(self, program: LineProgram, command: str, timeout: float) -> None:
        self._program = program
        self._command = shortened(command)
        self._timeout = timeout
        self._waiting: set[str] = set()
        self._done: set[str] = set()
        self._found: list[Reply] = []
        self._heard = time.monotonic()

    def send(self, asked: Request) -> None:
        """Write a request, reading replies while the program has no room for it."""
        if not self._waiting:
            self._heard = time.monotonic()
        self._waiting.add(asked.id)
        line = msgspec.json.encode(asked) + b"\n"
        while not self._program.send(line, _LOOK):
            self._read()

    def ready(self) -> list[Reply]:
        """Return the replies that are there."""
        self._read()
        return self.found()

    def found(self) -> list[Reply]:
        """Return the replies that were read."""
        found, self._found = self._found, []
        return found

    def rest(self) -> Iterator[Reply]:
        """End the requests, and yield the replies that are left."""
        while not self._program.finish():
            self._receive(_LOOK)
            yield from self.ready()
        while self._waiting:
            self._receive(_LOOK)
            yield from self.ready()
        if code := self._program.code():
            warn(
                f"{self._command} ended with exit code {code} after all its replies",
                ResultWarning,
                stacklevel=2,
            )
        self._extra()

    def _extra(self) -> None:
        """Check that no line follows the last reply."""
        try:
            if (line := self._program.receive(0)) is not None:
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
            line = self._program.receive(seconds)
        except TimeoutError:
            if self._waiting and time.monotonic() - self._heard > self._timeout:
                self._fail(f"wrote no reply for {self._timeout:g} s", "raise --timeout")
            return False
        if line is None:
            if self._waiting:
                self._ended()
            return False
        self._heard = time.monotonic()
        self._found.append(self._reply(line))
        return True

    def _reply(self, line: bytes) -> Reply:
        try:
            reply = _decoded(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            text = shortened(line[:200].decode("utf-8", "replace"), 60)
            self._fail(f"wrote a line that is no reply ({error}): {text}", "correct it")
        if reply.id in self._done:
            self._fail(f"replied twice to {shortened(reply.id)}", "correct it")
        if reply.id not in self._waiting:
            self._fail(f"replied to {shortened(reply.id)}, which was not asked", "correct it")
        self._waiting.remove(reply.id)
        self._done.add(reply.id)
        return reply

    def _ended(self) -> NoReturn:
        code = self._program.code()
        ended = "closed its output" if code is None else f"ended with exit code {code}"
        self._fail(f"{ended} with {len(self._waiting)} requests unanswered", "correct it")

    def _fail(self, what: str, remedy: str) -> NoReturn:
        raise UsageError(
            f"The program {self._command} {what}; {remedy}, and ask again for the rest"
        )


def _decoded(line: bytes) -> Reply:
    """Decode a line, of which halves of surrogate pairs become U+FFFD, as in servers' replies.

    Raises:
        MsgspecError: If it is no reply.
    """
    try:
        return msgspec.json.decode(line, type=Reply)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        if _HALF not in line.lower():
            raise
        try:
            return msgspec.convert(readable_json(line), Reply)
        except ValueError:
            return msgspec.json.decode(line, type=Reply)
