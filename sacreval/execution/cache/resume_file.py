"""The checkpoint file of a run, which holds the rows computed so far.

Blocks are appended as they are computed and written unbuffered, so that they survive the process,
however it ends. They are synced to disk every `SYNC` seconds: a power cut loses no more.
"""

from __future__ import annotations

import os
import stat
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from sacreval.errors import UsageError, remedy
from sacreval.execution.cache.block_file import MAGIC, Block, BlockReader, encode
from sacreval.execution.cache.row_index import RowIndex
from sacreval.io.file_lock import lock

SYNC = 5.0  # seconds


class ResumeFile:
    """The rows of a run, including those of its earlier attempts.

    Args:
        path: The file; created if missing. An incomplete block at its end is truncated.

    Raises:
        UsageError: If it cannot be written, another run has locked it, or it is another format.
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
        self._claimed = False

    def claim(self, heads: Iterable[str], others: Iterable[str] = ()) -> int:
        """Check that the file belongs to a run.

        Args:
            heads: The heads of the metrics that are computed together.
            others: Those of the whole run, where data sets have metrics of their own.

        Returns:
            The number of records that earlier attempts have finished; 0 after the first call.

        Raises:
            UsageError: If it holds rows of other heads.
        """
        run_heads = set(heads)
        run = run_heads.union(others)
        if self._blocks.keys() - run:
            raise UsageError(
                f"{self.path}: belongs to another run, whose metrics, options, engine, code or "
                "versions differ; name another file, or remove it"
            )
        if self._claimed:
            return 0
        self._claimed = True
        done = [{key for block in self._blocks.get(head, ()) for key in block.keys} for head in run]
        together = set.intersection if run == run_heads else set.union
        return len(together(*done)) if done else 0

    def known(self, head: str) -> RowIndex:
        """Return the rows of earlier attempts with this head."""
        return RowIndex(self._blocks.get(head, ()))

    def add(self, *blocks: Block) -> None:
        """Append blocks of rows.

        Raises:
            UsageError: If they cannot be written.
        """
        begin = b"" if self._file.tell() else MAGIC
        rest = memoryview(b"".join((begin, *map(encode, blocks))))
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

    def close(self) -> None:
        """Close the file, and remove it if it is new and empty."""
        if not self._file.closed and self._fresh and not self._file.tell():
            self.remove()
        self._file.close()

    def remove(self) -> None:
        """Remove the file once the run's results have been written."""
        current = _is_current(self.path, self._file)
        self._file.close()
        if current:
            self.path.unlink()

    def _scanned(self) -> tuple[dict[str, list[Block]], int]:
        scan = BlockReader(self._file)
        found = defaultdict(list)
        for block in scan:
            found[block.head].append(block)
        size = self._file.seek(0, os.SEEK_END)
        if not scan.end and scan.damaged:
            raise UsageError(
                f"{self.path}: this is not a resume file, or one of another version of sacreval; "
                "name another file"
            )
        self._file.truncate(scan.end)
        self._file.seek(scan.end)
        return dict(found), size - scan.end


def _opened(path: Path) -> BinaryIO:
    """Open and lock a file."""
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
        raise UsageError(f"{path}: this is not a regular file; name another file")
    if not lock(file) or not _is_current(path, file):
        file.close()
        raise UsageError(
            f"{path}: another run is using this file; wait for it, or name another file"
        )
    return file


def _is_current(path: Path, file: BinaryIO) -> bool:
    """Return whether the open file is still the one at the path; a finished run removes its own."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
