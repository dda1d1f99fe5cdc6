"""Waiting for a server: times before a request is sent again, and the gate that closes for all."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from math import isfinite
from threading import Condition, Event

MORE_AFTER = 50  # successes after which one more connection is used
_AGAIN = 1.0  # seconds after which a thread looks again whether it may send


class StoppedError(Exception):
    """The run is over; nothing further is sent."""


class RequestLimiter:
    """Limits how many requests are under way, and when the next may be sent.

    Args:
        connections: Most requests under way.
    """

    def __init__(self, connections: int) -> None:
        self._most = self.limit = connections
        self._running = 0
        self._successes = 0
        self._opens = self._halved = float("-inf")
        self._over = Event()
        self._changed = Condition()

    def enter(self) -> float:
        """Wait until a request may be sent, and return the time.

        Raises:
            StoppedError: If the run is over.
        """
        with self._changed:
            while True:
                if self._over.is_set():
                    raise StoppedError
                now = time.monotonic()
                closed = self._opens - now
                if closed <= 0 and self._running < self.limit:
                    self._running += 1
                    return now
                self._changed.wait(closed if closed > 0 else _AGAIN)

    def leave(self) -> None:
        """Note that a request is no longer under way."""
        with self._changed:
            self._running -= 1
            self._changed.notify()

    def succeeded(self) -> None:
        """Count a success; after 50 of them one more connection is used."""
        if self.limit == self._most:
            return
        with self._changed:
            self._successes += 1
            if self._successes >= MORE_AFTER and self.limit < self._most:
                self._successes = 0
                self.limit += 1
                self._changed.notify()

    def limited(self, begun: float, seconds: float) -> None:
        """Close the gate, and halve the connections.

        Args:
            begun: When the request was sent that the server refused. The connections are halved
                once for all requests that were under way together.
            seconds: How long it stays closed.
        """
        with self._changed:
            now = time.monotonic()
            self._opens = max(self._opens, now + seconds)
            if begun > self._halved:
                self._halved, self._successes = now, 0
                self.limit = max(1, self.limit // 2)

    def pause(self, seconds: float) -> None:
        """Wait in one thread, without closing the gate.

        Raises:
            StoppedError: If the run is over.
        """
        if self._over.wait(seconds):
            raise StoppedError

    def stop(self) -> None:
        """End all waits."""
        self._over.set()
        with self._changed:
            self._changed.notify_all()


FIRST, MOST = 0.5, 60.0  # seconds


def backoff(attempt: int) -> float:
    """Return a wait of random length ("full jitter"), whose bound doubles from 0.5 s to 60 s.

    Source:
        Brooker (2015), Exponential Backoff And Jitter.
    """
    bound = min(MOST, FIRST * 2 ** min(attempt - 1, 10))
    return random.uniform(0, bound)  # noqa: S311 - results do not depend on it


def requested_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that a server wants to be left alone, or None if it states none."""
    for name, unit in (("retry-after-ms", 1e-3), ("retry-after", 1.0)):
        if (seconds := _number(headers.get(name))) is not None:
            return seconds * unit
    return _until(headers.get("retry-after"))


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return max(value, 0.0) if isfinite(value) else None


def _until(text: str | None) -> float | None:
    """Return the seconds until a date as HTTP writes it."""
    try:
        then = parsedate_to_datetime(text or "")
        return max(then.timestamp() - time.time(), 0.0)
    except (ValueError, TypeError, OverflowError):
        return None
