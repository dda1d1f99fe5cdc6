"""Qs in, replies out: one thread for each connection."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

from sacreval.asking.http.connection import Connection
from sacreval.asking.http.gate import Gate, StoppedError
from sacreval.asking.http.time_limits import Watch

Q = TypeVar("Q")  # a request
R = TypeVar("R")  # its reply, which is no exception
AHEAD = 2  # requests taken per connection, so that none waits for the next one
JOIN = 2.0  # seconds that all threads may need to end; one that still connects ends by itself
_LOOK = 1.0  # seconds after which an interrupt is seen where waits cannot be interrupted


@dataclass(frozen=True, kw_only=True)
class Threads(Generic[Q, R]):
    """Threads that ask a server.

    Args:
        number: How many, each with a connection of its own.
        connect: Creates a connection.
        ask: Sends a request, and returns its reply.
        gate: The gate that they pass, which is stopped at the end.
        watch: The time limits, which are stopped at the end.
    """

    number: int
    connect: Callable[[], Connection]
    ask: Callable[[Connection, Q], R]
    gate: Gate
    watch: Watch

    def replies(self, requests: Iterable[Q]) -> Generator[R, None, None]:
        """Yield the replies as they come; the requests are taken in this thread.

        Args:
            requests: The requests.

        Raises:
            SacrevalError: The first one that a thread raises; no further request is sent.
        """
        inbox: SimpleQueue[Q | None] = SimpleQueue()
        outbox: SimpleQueue[R | Exception] = SimpleQueue()
        threads: list[Thread] = []
        open_ = 0
        try:
            for asked in requests:
                if len(threads) < self.number:
                    threads.append(self._started(inbox, outbox))
                inbox.put(asked)
                open_ += 1
                for reply in _ready(outbox, all_but=open_ - AHEAD * self.number):
                    open_ -= 1
                    yield reply
            yield from islice(_waited(outbox), open_)
        except (Exception, KeyboardInterrupt):
            self._end(threads, inbox)
            yield from _left(outbox)  # replies that came are kept
            raise
        finally:
            self._end(threads, inbox)

    def _started(self, inbox: SimpleQueue[Q | None], outbox: SimpleQueue[R | Exception]) -> Thread:
        thread = Thread(
            target=self._work, args=(inbox, outbox), name="sacreval-connection", daemon=True
        )
        thread.start()
        return thread

    def _work(self, inbox: SimpleQueue[Q | None], outbox: SimpleQueue[R | Exception]) -> None:
        """Ask until there are no more requests; an error is raised by the thread that waits."""
        try:
            connection = self.connect()
            try:
                while (asked := inbox.get()) is not None:
                    outbox.put(self.ask(connection, asked))
            finally:
                connection.close()
        except StoppedError:
            pass
        except Exception as error:  # noqa: BLE001 - raised again by `replies`
            outbox.put(error)

    def _end(self, threads: list[Thread], inbox: SimpleQueue[Q | None]) -> None:
        """End the threads, and what they are waiting for."""
        self.gate.stop()
        self.watch.stop()
        for _ in threads:
            inbox.put(None)
        ends = time.monotonic() + JOIN
        for thread in threads:
            thread.join(max(0.0, ends - time.monotonic()))


def _ready(outbox: SimpleQueue[R | Exception], *, all_but: int) -> Iterator[R]:
    """Yield the replies that are there, and wait for a number of them."""
    yield from islice(_waited(outbox), max(all_but, 0))
    while True:
        try:
            yield _checked(outbox.get_nowait())
        except Empty:
            return


def _left(outbox: SimpleQueue[R | Exception]) -> Iterator[R]:
    """Yield the replies that are there, without further errors."""
    with suppress(Empty):
        while True:
            if not isinstance(found := outbox.get_nowait(), Exception):
                yield found


def _waited(outbox: SimpleQueue[R | Exception]) -> Iterator[R]:
    """Yield replies, waiting for each."""
    while True:
        try:
            yield _checked(outbox.get(timeout=_LOOK))
        except Empty:
            continue


def _checked(found: R | Exception) -> R:
    if isinstance(found, Exception):
        raise found
    return found
