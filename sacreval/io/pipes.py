"""Pipes, whose bytes can be read once: each is copied to a temporary file when it is opened."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_COPIES: dict[tuple[int, int], str] = {}  # device and inode of a pipe to its copy


def reopenable(path: str) -> str:
    """Return a path that can be opened several times: the path, or that of a pipe's copy.

    Args:
        path: Path of a file; a named pipe, or one of the shell such as `/dev/fd/63`, is read whole.

    Raises:
        OSError: If it is not there, or the copy cannot be written.
    """
    found = Path(path).stat()
    if not stat.S_ISFIFO(found.st_mode):
        return path
    key = found.st_dev, found.st_ino
    if key not in _COPIES:
        _COPIES[key] = _copy(path)
    return _COPIES[key]


def _copy(path: str) -> str:
    import atexit
    import shutil
    import tempfile

    with (
        Path(path).open("rb") as pipe,
        tempfile.NamedTemporaryFile(
            prefix="sacreval-pipe-", suffix=Path(path).suffix, delete=False
        ) as copy,
    ):
        atexit.register(_remove, copy.name, os.getpid())
        shutil.copyfileobj(pipe, copy)
    return copy.name


def _remove(path: str, process: int) -> None:
    """Remove a copy at the end of the process that created it, not of one that it forked."""
    if os.getpid() == process:
        Path(path).unlink(missing_ok=True)
