"""The cache folder: rows that are expensive to compute, kept for later runs.

The rows of one head have their own folder, in which every process writes its own files, so that no
process waits for another. An incomplete file is read up to its last complete block.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock

from sacreval.execution.cache.row_blocks import MAGIC, Block, BlockReader, RowIndex, encode

LIMIT = 512 * 2**20  # bytes; the rows of some million records
ENDING = ".rows"
DAY = 86_400  # seconds


@dataclass
class CacheTable:
    """The cached rows of one head.

    Args:
        folder: The cache folder.
        head: What produced the rows; see `cache_keys.head`.
        run: Id of this run, part of the names of the files it writes.
    """

    folder: Path
    head: str
    run: str
    faults: list[str] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)
    _open: bool = True
    _widths: dict[str, int] = field(default_factory=dict)

    @property
    def place(self) -> Path:
        """The folder of this head's files."""
        return self.folder / blake2b(self.head.encode(), digest_size=16).hexdigest()

    @cached_property
    def _known(self) -> RowIndex:
        return RowIndex(
            block for path in sorted(self.place.glob(f"*{ENDING}")) for block in self._read(path)
        )

    def known(self) -> RowIndex:
        """Return the rows that earlier runs wrote."""
        with self._lock:
            return self._known

    def add(self, block: Block) -> None:
        """Write rows; after a failed write no more are attempted."""
        with self._lock:
            if not self._open:
                return
            try:
                self._append(encode(block))
            except OSError as error:
                self._open = False
                self.faults.append(_cannot_write(self.folder, error))

    def count_used(self, records: int) -> None:
        """Add records whose rows were taken, for the sum over all processes of the run."""
        with suppress(OSError), self._used.open("ab") as file:
            file.write(b"%d\n" % records)

    def used(self) -> int:
        """Return the number of records whose rows were taken in this run, and forget it."""
        try:
            counts = self._used.read_bytes().split()
            self._used.unlink()
        except OSError:
            return 0
        return sum(map(int, counts))

    @property
    def _used(self) -> Path:
        return self.place / f"{self.run}.used"

    def _append(self, data: bytes) -> None:
        self.place.mkdir(parents=True, exist_ok=True)
        # Forked processes share the id of the run.
        with (self.place / f"{self.run}-{os.getpid()}{ENDING}").open("ab") as file:
            file.write(data if file.tell() else MAGIC + data)

    def _read(self, path: Path) -> Iterator[Block]:
        try:
            with path.open("rb") as stream:
                scan = BlockReader(stream, widths=self._widths)
                yield from (block for block in scan if block.head == self.head)
            os.utime(path)  # so that eviction removes least recently used files
        except OSError as error:
            self.faults.append(
                f"{path}: cannot be read ({error.strerror}); its rows are computed again"
            )
            return
        if scan.damaged:
            self.faults.append(f"{path}: damaged, so its rows are computed again; remove this file")


@lru_cache(maxsize=1024)  # a run has two for each metric, and clears the cache when it ends
def table(folder: Path, head: str, run: str) -> CacheTable:
    """Return the rows of a head, which one run in one process opens once."""
    return CacheTable(folder, head, run)


def unwritable(folder: Path) -> list[str]:
    """Return an error message if the folder cannot be created or written to, else nothing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return []
    except OSError as error:
        return [_cannot_write(folder, error)]


def _cannot_write(folder: Path, error: OSError) -> str:
    return (
        f"{folder}: the cache cannot be written ({error.strerror}); set SACREVAL_CACHE_HOME, or "
        "give --no-cache"
    )


def evict(folder: Path, limit: int = LIMIT) -> None:
    """Remove the least recently used files until the others are within the limit."""
    for path in folder.glob("*/*.used"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > DAY:  # its run was killed
                path.unlink()
    files = []
    for path in folder.glob(f"*/*{ENDING}"):
        with suppress(OSError):
            state = path.stat()
            files.append((state.st_mtime_ns, state.st_size, path))
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= limit:
            return
        with suppress(OSError):  # removed by another run, or being read on Windows
            path.unlink()
            path.parent.rmdir()
        total -= size
