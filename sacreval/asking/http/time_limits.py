"""Time limits of whole replies: a connection is shut down when its time is over.

The time limit of a socket is that of one read, so that a server which sends a byte now and then
would never reach it.
"""

from __future__ import annotations

import contextlib
import socket
import time
from threading import Event, Lock, Thread

_TICKS = 10  # looks per time limit
_QUICKEST, _SLOWEST = 0.01, 0.5  # seconds between two looks


class Limit:
    """The time limit of one request.

    Args:
        ends: When it ends, on the monotonic clock.
    """

    def __init__(self, ends: float) -> None:
        self.ends = ends
        self.passed = False
        self.socket: socket.socket | None = None

    def shut(self) -> None:
        """Shut the connection down, so that a read of another thread returns."""
        self.passed = True
        if self.socket is not None:
            with contextlib.suppress(OSError, ValueError):
                # Not the method of an SSLSocket, which the reading thread is using.
                socket.socket.shutdown(self.socket, socket.SHUT_RDWR)


class Watch:
    """A thread that ends requests whose time is over.

    Args:
        seconds: The time limit.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._running: set[Limit] = set()
        self._lock = Lock()
        self._over = Event()
        self._thread = Thread(target=self._look, name="sacreval-watch", daemon=True)
        self._thread.start()

    def begin(self) -> Limit:
        """Begin the time of a request."""
        limit = Limit(time.monotonic() + self._seconds)
        with self._lock:
            self._running.add(limit)
        if self._over.is_set():
            limit.shut()
        return limit

    def end(self, limit: Limit) -> None:
        """End the time of a request that is over."""
        with self._lock:
            self._running.discard(limit)

    def stop(self) -> None:
        """Shut all connections down, and end the thread."""
        self._over.set()
        self._shut(float("inf"))
        self._thread.join()

    def _look(self) -> None:
        between = max(_QUICKEST, min(_SLOWEST, self._seconds / _TICKS))
        while not self._over.wait(between):
            self._shut(time.monotonic())

    def _shut(self, now: float) -> None:
        with self._lock:
            over = [one for one in self._running if one.ends <= now]
        for one in over:
            one.shut()
