"""ResumeFile: the file of a run that may be interrupted, which holds the rows that it made.

Blocks are appended as they come and handed to the system at once, so that they outlive the process,
however it ends. They are forced to the disk every `SYNC` seconds: a power cut costs no more.
"""

from __future__ import annotations

import os
import stat
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from sacreval.errors import UsageError
from sacreval.execution.cache.block_file import MAGIC, Block, BlockReader, encode
from sacreval.execution.cache.file_lock import lock
from sacreval.execution.cache.row_index import RowIndex

SYNC = 5.0  # seconds


class ResumeFile:
    """The rows of a run, those of its former attempts among them.

    Args:
        path: The file; made if it is not there. What is not whole at its end is cut off.

    Raises:
        UsageError: If it cannot be written, another run has it, or it holds something else.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._fresh = not path.exists()
        self._file = _opened(path)
        try:
            self._blocks, self.cut = self._scanned()
        except BaseException:
            self._file.close()
            raise
        self._synced = time.monotonic()

    def claim(self, heads: Iterable[str]) -> int:
        """Take the file for the rows of a run.

        Args:
            heads: All that the run's rows are made by.

        Returns:
            How many records former attempts are done with.

        Raises:
            UsageError: If it holds rows that were made by something else.
        """
        wanted = set(heads)
        if self._blocks.keys() - wanted:
            raise UsageError(
                f"{self.path}: belongs to another run, whose metrics, options, engine, code or "
                "versions differ; name another file, or remove it"
            )
        done = [
            {key for block in self._blocks.get(head, ()) for key in block.keys} for head in wanted
        ]
        return len(set.intersection(*done)) if done else 0

    def known(self, head: str) -> RowIndex:
        """Return the rows of former attempts that were made in one way."""
        return RowIndex(self._blocks.get(head, ()))

    def add(self, *blocks: Block) -> None:
        """Append rows."""
        begin = b"" if self._file.tell() else MAGIC
        rest = memoryview(b"".join((begin, *map(encode, blocks))))
        while rest:  # a disk that is nearly full takes a part
            rest = rest[self._file.write(rest) :]
        if time.monotonic() - self._synced > SYNC:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def close(self) -> None:
        """Let go of the file, which is removed if nothing came into it."""
        if not self._file.closed and self._fresh and not self._file.tell():
            self.remove()
        self._file.close()

    def remove(self) -> None:
        """Remove the file: what it was kept for has been written."""
        ours = _stands(self.path, self._file)
        self._file.close()
        if ours:
            self.path.unlink()

    def _scanned(self) -> tuple[dict[str, list[Block]], int]:
        scan = BlockReader(self._file)
        found = defaultdict(list)
        for block in scan:
            found[block.head].append(block)
        size = self._file.seek(0, os.SEEK_END)
        if not scan.end and scan.damaged:
            raise UsageError(
                f"{self.path}: this is no file of --resume, or one of another version of sacreval; "
                "name another"
            )
        self._file.truncate(scan.end)
        self._file.seek(scan.end)
        return dict(found), size - scan.end


def _opened(path: Path) -> BinaryIO:
    """Open a file that no other run has."""
    try:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)
    except IsADirectoryError:
        raise UsageError(f"{path}: this is a folder; name a file in it") from None
    except OSError as error:
        raise UsageError(
            f"{path}: cannot be written ({error.strerror}); name another file"
        ) from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise UsageError(f"{path}: this is no plain file; name another")
    if not lock(file) or not _stands(path, file):
        file.close()
        raise UsageError(f"{path}: another run is using this file; wait for it, or name another")
    return file


def _stands(path: Path, file: BinaryIO) -> bool:
    """Return whether the file is still the one at the path; a run that ends removes its own."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
