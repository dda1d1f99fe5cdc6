"""Files of replies, to which each reply is appended as it comes.

A line is written with one call, unbuffered, so that it survives the process, however it ends; the
file is synced to disk every `SYNC` seconds: a power cut loses no more.
"""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import BinaryIO, Self

import msgspec

from sacreval.core.json_lines import LIMIT
from sacreval.core.reply_merging import ReplyMerger, is_answer
from sacreval.core.reply_scan import scanned
from sacreval.core.requests import Failure, Reply
from sacreval.errors import UsageError, remedy, shortened
from sacreval.io.file_lock import lock
from sacreval.io.files import COMPRESSIONS, folder, open_bytes

SYNC = 5.0  # seconds
_encoder = msgspec.json.Encoder()


class ReplyFile:
    """A file of replies that is read once and then appended to.

    It is locked while it is open, and its mode is 0600 if it is new, since replies hold texts. A
    last line that a killed run left incomplete is cut; `notice` states it.

    Args:
        path: The file; created if missing.

    Raises:
        UsageError: If it cannot be written, or another run is using it.
        InputError: If it holds anything but replies, or two answers to one request.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notice = ""
        self._fresh = not path.exists()
        self._file = _opened(path)
        self._synced = time.monotonic()
        try:
            self._kept = self._read()
        except BaseException:
            self.close()
            raise

    @property
    def answered(self) -> set[str]:
        """The ids of the requests that have an answer; failed ones have none."""
        return self._kept.answered

    def has(self, name: str) -> bool:
        """Return whether a request has an answer."""
        return self._kept.has(name)

    def add(self, reply: Reply) -> None:
        """Append a reply.

        Args:
            reply: The reply. One that is longer than a line may be is written as a failure.

        Raises:
            UsageError: If it cannot be written.
        """
        line = reply_line(reply)
        if len(line) > LIMIT.bytes:
            much = f"the reply is longer than {LIMIT.max_line:g} MiB"
            kept = Reply(id=reply.id, model=reply.model, usage=reply.usage, host=reply.host,
                         error=Failure("other", much))  # fmt: skip
            reply, line = kept, reply_line(kept)
        self._kept.add(reply, str(self.path))
        self._append(line)

    def close(self) -> None:
        """Sync and close the file, and remove it if it is new and empty."""
        if self._file.closed:
            return
        if self._fresh and not os.fstat(self._file.fileno()).st_size:
            self.path.unlink(missing_ok=True)
        else:
            os.fsync(self._file.fileno())
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def _append(self, line: bytes) -> None:
        rest = memoryview(line)
        try:
            while rest:  # a nearly full disk may write only a part
                rest = rest[self._file.write(rest) :]
            if time.monotonic() - self._synced > SYNC:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            raise UsageError(
                f"{self.path}: cannot be written ({error.strerror}); {remedy(error)}"
            ) from None

    def _read(self) -> ReplyMerger:
        """Read the replies of earlier runs; complete or remove a last line without line feed."""
        found = scanned(self._file, self.path)
        if found.torn:
            self._file.truncate(found.size)
            self.notice = (
                f"{self.path}: the incomplete last line of an earlier run is removed "
                f"({found.torn:,} bytes)"
            )
        self._file.seek(0, os.SEEK_END)
        if found.unended:
            self._append(b"\n")
        return found.merger


class ReplyMemory:
    """Replies that are held in memory alone, with the methods of `ReplyFile` that asking needs."""

    def __init__(self) -> None:
        self.replies: dict[str, Reply] = {}

    def has(self, name: str) -> bool:
        """Return whether a request has an answer."""
        return name in self.replies and is_answer(self.replies[name])

    def add(self, reply: Reply) -> None:
        """Keep a reply."""
        self.replies[reply.id] = reply


def reply_line(reply: Reply) -> bytes:
    """Return the line of a reply, with its line feed."""
    return _encoder.encode(reply) + b"\n"


def answered_in(path: Path) -> set[str]:
    """Return the ids of the requests that have an answer in a file, which is not changed.

    Args:
        path: The file; there need not be one.

    Raises:
        InputError: If it holds anything but replies, or two answers to one request.
    """
    if not path.exists():
        return set()
    with open_bytes(str(path)) as stream:
        return scanned(stream, path).merger.answered


def check_appendable(path: Path) -> None:
    """Check, before anything is asked, that replies can be appended to a file.

    Args:
        path: The file, which need not exist.

    Raises:
        UsageError: If it is compressed or no regular file, its folder is missing, or its name
            cannot be that of a file.
    """
    if path.suffix.lower() in COMPRESSIONS:
        raise UsageError(f"{path}: replies are appended as plain lines; name a .jsonl file")
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise UsageError(f"{path}: there is no folder {path.parent}; create it first") from None
        return
    except (OSError, ValueError) as error:
        raise UsageError(_refused(path, error)) from None
    if stat.S_ISDIR(mode):
        raise UsageError(folder(str(path)))
    if not stat.S_ISREG(mode):
        raise UsageError(f"{path}: this is a device or a pipe; name a file")


def _opened(path: Path) -> BinaryIO:
    """Open and lock a file."""
    check_appendable(path)
    try:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b", buffering=0)
    except (OSError, ValueError) as error:
        raise UsageError(_refused(path, error)) from None
    if not lock(file, reopened=True) or not _is_at(path, file):  # it is read meanwhile
        file.close()
        raise UsageError(
            f"{path}: another run is using this file; wait for it, or name another file"
        )
    return file


def _is_at(path: Path, file: BinaryIO) -> bool:
    """Return whether an open file is still at its path; another run removes one without replies."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except OSError:
        return False


def _refused(path: Path, error: OSError | ValueError) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"{shortened(str(path))}: cannot be written ({reason}); name another file"
