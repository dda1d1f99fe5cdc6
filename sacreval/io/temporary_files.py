"""Temporary files and folders next to the output; those of killed runs are removed.

Each is locked while its process lives. The system releases the lock however the process ends, so
that a file without a lock is stale.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sacreval.io import file_lock

ENDING = ".sacreval-part"
_NAME = re.compile(rf"\..+\.[a-z0-9_]{{8}}{re.escape(ENDING)}", re.DOTALL)
_SHOWN = 50  # characters of the final name; file systems limit the length of names


class TemporaryFile(NamedTuple):
    """A file that is being written.

    Args:
        path: Path of the temporary file.
        handle: File descriptor, open for writing.
    """

    path: Path
    handle: int


@contextmanager
def file_beside(path: Path) -> Iterator[TemporaryFile]:
    """Create a temporary file in the folder of another; removed at the end, unless it was moved.

    Args:
        path: The file that it will become.
    """
    remove_stale(path.parent)
    part, lock = _create_file(path)
    try:
        yield part
    finally:
        part.path.unlink(missing_ok=True)
        _release(lock)


@contextmanager
def folder_in(parent: Path, name: str) -> Iterator[Path]:
    """Create a temporary folder; removed at the end with its contents.

    Args:
        parent: The folder to create it in.
        name: The final name, which becomes part of the temporary one.
    """
    remove_stale(parent)
    path, lock = _create_folder(parent, name)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        _release(lock)


def remove_stale(folder: Path) -> None:
    """Remove the temporary files and folders that killed runs left in a folder."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name):
                with suppress(OSError):
                    _remove_if_stale(Path(entry.path))


def _remove_if_stale(path: Path) -> None:
    mode = path.lstat().st_mode
    if os.name == "nt":
        if stat.S_ISREG(mode):
            path.unlink()  # which fails while a process has it open
        return
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return
    handle = os.open(path, (os.O_RDONLY if stat.S_ISDIR(mode) else os.O_RDWR) | os.O_NOFOLLOW)
    try:
        if not file_lock.lock(handle, reopened=True):
            return
        if stat.S_ISDIR(mode):
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()
    finally:
        os.close(handle)


def _create_file(path: Path) -> tuple[TemporaryFile, int | None]:
    """Create and lock a file; retry if another run removed it as stale before it was locked."""
    while True:
        handle, name = tempfile.mkstemp(
            prefix=f".{path.name[:_SHOWN]}.", suffix=ENDING, dir=path.parent
        )
        if os.name == "nt":  # an open file can be neither removed nor renamed there
            return TemporaryFile(Path(name), handle), None
        lock = os.dup(handle)  # keeps the lock after the file has been written and closed
        file_lock.lock(lock, reopened=True)
        if os.fstat(lock).st_nlink:
            return TemporaryFile(Path(name), handle), lock
        os.close(handle)
        os.close(lock)


def _create_folder(parent: Path, name: str) -> tuple[Path, int | None]:
    while True:
        path = Path(tempfile.mkdtemp(prefix=f".{name[:_SHOWN]}.", suffix=ENDING, dir=parent))
        if os.name == "nt":
            return path, None
        with suppress(FileNotFoundError):
            lock = os.open(path, os.O_RDONLY)
            file_lock.lock(lock, reopened=True)
            if path.is_dir():
                return path, lock
            os.close(lock)


def _release(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)
