"""Temporary files and folders beside what is being written; those of killed runs are removed.

Each is locked as long as its process lives. The system drops the lock however the process ends, so
that what is not locked belongs to nobody.
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

ENDING = ".sacreval-part"
_NAME = re.compile(rf"\..+\.[a-z0-9_]{{8}}{re.escape(ENDING)}", re.DOTALL)
_SHOWN = 50  # characters of the name that is wanted; names have limits


class Part(NamedTuple):
    """A file that is being written.

    Args:
        path: Its temporary name.
        handle: Open for writing.
    """

    path: Path
    handle: int


@contextmanager
def file_beside(path: Path) -> Iterator[Part]:
    """Make a temporary file in the folder of another; gone afterwards, unless it was moved.

    Args:
        path: The file that it becomes.
    """
    remove_stale(path.parent)
    part, lock = _made_file(path)
    try:
        yield part
    finally:
        part.path.unlink(missing_ok=True)
        _release(lock)


@contextmanager
def folder_in(parent: Path, name: str) -> Iterator[Path]:
    """Make a temporary folder; gone afterwards, with all that is in it.

    Args:
        parent: Where it is made.
        name: What is being made, for those who see the folder.
    """
    remove_stale(parent)
    path, lock = _made_folder(parent, name)
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
            path.unlink()  # which the system refuses while somebody has it open
        return
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return
    handle = os.open(path, (os.O_RDONLY if stat.S_ISDIR(mode) else os.O_RDWR) | os.O_NOFOLLOW)
    try:
        if not _locked(handle):
            return
        if stat.S_ISDIR(mode):
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()
    finally:
        os.close(handle)


def _made_file(path: Path) -> tuple[Part, int | None]:
    """Make a file and lock it; another run may take it for a stale one before it is locked."""
    while True:
        handle, name = tempfile.mkstemp(
            prefix=f".{path.name[:_SHOWN]}.", suffix=ENDING, dir=path.parent
        )
        if os.name == "nt":  # where an open file can be neither removed nor renamed
            return Part(Path(name), handle), None
        lock = os.dup(handle)  # holds the lock after the file was written and closed
        _locked(lock)
        if os.fstat(lock).st_nlink:
            return Part(Path(name), handle), lock
        os.close(handle)
        os.close(lock)


def _made_folder(parent: Path, name: str) -> tuple[Path, int | None]:
    while True:
        path = Path(tempfile.mkdtemp(prefix=f".{name[:_SHOWN]}.", suffix=ENDING, dir=parent))
        if os.name == "nt":
            return path, None
        with suppress(FileNotFoundError):
            lock = os.open(path, os.O_RDONLY)
            _locked(lock)
            if path.is_dir():
                return path, lock
            os.close(lock)


def _locked(handle: int) -> bool:
    """Lock a file or a folder against other runs; say whether it is ours now."""
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


def _release(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)
