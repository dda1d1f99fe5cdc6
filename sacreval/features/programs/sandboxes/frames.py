"""Output of a sandbox's driver, decoded with limits: a program may take the driver's place."""

from __future__ import annotations

import math
import os

import msgspec

_MOST_HEAD = 32  # bytes of the line before a frame
_NUMBERS = 5  # of the line of an end
_MOST_LINES = 10**6  # of a report; what follows them is dropped, and with it the token
_MOST_STDERR = 4096  # bytes
_MOST_STATUS = 2**16 - 1
_MOST_PEAK = 2**53  # KiB


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One run of a program.

    Args:
        why: Why it was stopped: `time`, `output`, or `lost` where its driver fell silent; "" if
            it ended by itself.
        status: Its exit status, as of `wait`.
        seconds: Wall clock, in seconds.
        cpu: CPU time of its processes that have ended, in seconds.
        peak: Peak memory of its largest process, in KiB.
        output: Its standard output, as far as wanted.
        report: The lines of its report.
        stderr: The end of its standard error.
    """

    why: str = ""
    status: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    peak: int = 0
    output: bytes = b""
    report: tuple[bytes, ...] = ()
    stderr: bytes = b""


class BrokenFramesError(Exception):
    """Frames that no driver writes."""


class Frames:
    """Splits bytes into frames, and gathers those of a run.

    Args:
        most: Most bytes of one run.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._buffer = bytearray()
        self._parts: dict[bytes, list[bytes]] = {}
        self._size = 0
        self.started = False  # whether a run has begun and not ended

    def feed(self, text: bytes) -> list[Run]:
        """Add bytes; return the runs that they end.

        Args:
            text: The next bytes.

        Raises:
            BrokenFramesError: If they are no frames, or too many.
        """
        self._buffer += text
        runs = []
        while frame := self._next():
            kind, body = frame
            if kind == b"s":
                self.started, self._parts, self._size = True, {}, 0
            elif kind in (b"o", b"r"):
                self._parts.setdefault(kind, []).append(body)
            elif kind == b"e":
                runs.append(self._ended(body))
            else:
                raise BrokenFramesError
        return runs

    def _next(self) -> tuple[bytes, bytes] | None:
        end = self._buffer.find(b"\n", 0, _MOST_HEAD)
        if end < 0:
            if len(self._buffer) >= _MOST_HEAD:
                raise BrokenFramesError
            return None
        kind, _, length = bytes(self._buffer[:end]).partition(b" ")
        if not length.isdigit() or self._size + int(length) > self._most:
            raise BrokenFramesError
        stop = end + 1 + int(length)
        if len(self._buffer) < stop:
            return None
        body = bytes(self._buffer[end + 1 : stop])
        del self._buffer[:stop]
        self._size += len(body)
        return kind, body

    def _ended(self, body: bytes) -> Run:
        head, _, stderr = body.partition(b"\n")
        fields = head.split(b" ")
        if not self.started or len(fields) != _NUMBERS:
            raise BrokenFramesError
        self.started = False
        try:
            return Run(
                status=_status(fields[0]),
                seconds=_seconds(fields[1]),
                cpu=_seconds(fields[2]),
                peak=_whole(fields[3], _MOST_PEAK),
                why=fields[4].decode("ascii").strip("-"),
                output=b"".join(self._parts.get(b"o", [])),
                report=tuple(b"".join(self._parts.get(b"r", [])).split(b"\n", _MOST_LINES)[:-1]),
                stderr=stderr[-_MOST_STDERR:],
            )
        except (ValueError, UnicodeDecodeError):
            raise BrokenFramesError from None


def _whole(text: bytes, most: int) -> int:
    """Return a whole number from 0 to a limit; raise ValueError for anything else."""
    if not 0 <= (number := int(text)) <= most:
        raise ValueError
    return number


def _status(text: bytes) -> int:
    """Return the status of a process that ended; raise ValueError for anything else."""
    status = _whole(text, _MOST_STATUS)
    os.waitstatus_to_exitcode(status)
    return status


def _seconds(text: bytes) -> float:
    """Return a time; raise ValueError for what is negative or not finite."""
    number = float(text)
    if not (math.isfinite(number) and number >= 0):
        raise ValueError
    return number
