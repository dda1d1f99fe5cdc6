"""A file to which each line or block is appended as it comes, by one process at a time.

It is written with one call, unbuffered, so that it survives the process, however it ends; the file
is synced to disk every `SYNC` seconds: a power cut loses no more.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from pathlib import Path
from typing import BinaryIO, Self

from sacreval.errors import UsageError, remedy, shortened
from sacreval.io.file_lock import lock
from sacreval.io.files import COMPRESSIONS, folder_message, refuse_dash

SYNC = 5.0  # seconds


class AppendFile:
    """A file that is locked while it is open.

    Args:
        path: The file; created if missing.
        mode: Its mode if it is new.
        reopened: Whether this process opens the file again while it is locked.

    Raises:
        UsageError: If it cannot be written, or another run is using it.
    """

    def __init__(self, path: Path, *, mode: int = 0o600, reopened: bool = True) -> None:
        self.path = path
        self._fresh = not path.exists()
        self.stream = _opened(path, mode, reopened=reopened)
        self._synced = time.monotonic()

    def append(self, content: bytes) -> None:
        """Append a line or a block.

        Args:
            content: The line with its line feed, or the block.

        Raises:
            UsageError: If it cannot be written.
        """
        rest = memoryview(content)
        try:
            while rest:  # a nearly full disk may write only a part
                rest = rest[self.stream.write(rest) :]
            if time.monotonic() - self._synced > SYNC:
                os.fsync(self.stream.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            raise UsageError(
                f"{self.path}: cannot be written ({error.strerror}); {remedy(error)}"
            ) from None

    def cut(self, size: int) -> int:
        """Remove what follows the first bytes, and go to the end.

        Args:
            size: Number of bytes that remain.

        Returns:
            The number of bytes that were removed.
        """
        removed = self.stream.seek(0, os.SEEK_END) - size
        if removed:
            self.stream.truncate(size)
            self.stream.seek(size)
        return removed

    def cut_line(self, size: int) -> str:
        """Remove a last line that a killed run left incomplete, and go to the end.

        Args:
            size: Number of bytes that remain.

        Returns:
            A notice that states it; "" if there is no such line.
        """
        removed = self.cut(size)
        line = f"{self.path}: the incomplete last line of an earlier run is removed"
        return f"{line} ({removed:,} bytes)" if removed else ""

    def close(self) -> None:
        """Sync and close the file, and remove it if it is new and empty."""
        if self.stream.closed:
            return
        if self._fresh and not os.fstat(self.stream.fileno()).st_size:
            self.remove()
            return
        os.fsync(self.stream.fileno())
        self.stream.close()

    def remove(self) -> None:
        """Close and remove the file, unless another is at its path now."""
        current = _is_at(self.path, self.stream)
        if sys.platform == "win32":  # where no open file can be removed
            self.stream.close()
        if current:
            self.path.unlink()
        self.stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()


def complete_size(file: BinaryIO, step: int = 2**16) -> int:
    """Return the offset where the last complete line of a file ends.

    Args:
        file: The file.
        step: Number of bytes that are read at once.
    """
    end = file.seek(0, os.SEEK_END)
    while end:
        start = max(0, end - step)
        file.seek(start)
        if (place := file.read(end - start).rfind(b"\n")) >= 0:
            return start + place + 1
        end = start
    return 0


class StreamBeginning:
    """The first bytes of a file, as a stream.

    Args:
        file: The file.
        size: Number of its bytes.
    """

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file, self._left = file, size
        file.seek(0)

    def read(self, size: int) -> bytes:
        """Return the next bytes."""
        block = self._file.read(min(size, self._left))
        self._left -= len(block)
        return block


def check_appendable(path: Path, what: str) -> None:
    """Check, before any work, that lines can be appended to a file.

    Args:
        path: The file, which need not exist.
        what: What its lines hold, in the plural, for messages.

    Raises:
        UsageError: If it is compressed or no regular file, its folder is missing, or its name
            cannot be that of a file.
    """
    refuse_dash(path)
    if path.suffix.lower() in COMPRESSIONS:
        raise UsageError(f"{path}: {what} are appended as plain lines; name a .jsonl file")
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise UsageError(f"{path}: there is no folder {path.parent}; create it first") from None
        return
    except (OSError, ValueError) as error:
        raise UsageError(_refused(path, error)) from None
    if stat.S_ISDIR(mode):
        raise UsageError(folder_message(str(path)))
    if not stat.S_ISREG(mode):
        raise UsageError(f"{path}: this is a device or a pipe; name a file")


def _opened(path: Path, mode: int, *, reopened: bool) -> BinaryIO:
    """Open and lock a file."""
    try:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, mode), "r+b", buffering=0)
    except (OSError, ValueError) as error:
        raise UsageError(_refused(path, error)) from None
    if not lock(file, reopened=reopened) or not _is_at(path, file):
        file.close()
        raise UsageError(
            f"{path}: another run is using this file; wait for it, or name another file"
        )
    return file


def _is_at(path: Path, file: BinaryIO) -> bool:
    """Return whether an open file is still at its path; another run may have removed it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except OSError:
        return False


def _refused(path: Path, error: OSError | ValueError) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"{shortened(str(path))}: cannot be written ({reason}); name another file"
