"""Cache: a folder of rows that took long to make, for later runs.

What was made in one way has a folder of its own, and every process writes files of its own in it,
so that nobody waits for anybody. A file that is not whole is read as far as it is.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock

from sacreval.execution.cache.block_file import MAGIC, Block, BlockReader, encode
from sacreval.execution.cache.row_index import RowIndex

LIMIT = 512 * 2**20  # bytes; rows of some million records
ENDING = ".rows"


@dataclass
class CacheTable:
    """Rows made in one way.

    Args:
        folder: The folder of the cache.
        head: What they are made by.
        run: Tells the files of this run from others.
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
        """The folder of its files."""
        return self.folder / blake2b(self.head.encode(), digest_size=16).hexdigest()

    @cached_property
    def _known(self) -> RowIndex:
        return RowIndex(
            block for path in sorted(self.place.glob(f"*{ENDING}")) for block in self._read(path)
        )

    def known(self) -> RowIndex:
        """Return the rows that former runs kept."""
        with self._lock:
            return self._known

    def add(self, block: Block) -> None:
        """Keep rows; a cache that cannot be written is left alone from then on."""
        with self._lock:
            if not self._open:
                return
            try:
                self._append(encode(block))
            except OSError as error:
                self._open = False
                self.faults.append(_cannot_write(self.folder, error))

    def _append(self, data: bytes) -> None:
        self.place.mkdir(parents=True, exist_ok=True)
        # Forked processes have the same run.
        with (self.place / f"{self.run}-{os.getpid()}{ENDING}").open("ab") as file:
            file.write(data if file.tell() else MAGIC + data)

    def _read(self, path: Path) -> Iterator[Block]:
        try:
            with path.open("rb") as stream:
                scan = BlockReader(stream, widths=self._widths)
                yield from (block for block in scan if block.head == self.head)
            os.utime(path)  # what is used is not the oldest
        except OSError as error:
            self.faults.append(
                f"{path}: cannot be read ({error.strerror}); its rows are made again"
            )
            return
        if scan.damaged:
            self.faults.append(
                f"{path}: damaged, so that its rows are made again; remove this file"
            )


@lru_cache(maxsize=1024)  # a run has two for each metric, and forgets them when it ends
def table(folder: Path, head: str, run: str) -> CacheTable:
    """Return the one table of a run and a process."""
    return CacheTable(folder, head, run)


def unwritable(folder: Path) -> list[str]:
    """Return a sentence if the folder cannot be made or written in."""
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
    """Remove the files that were used longest ago, until the others are within the limit.

    Args:
        folder: The folder of the cache.
        limit: Bytes.
    """
    found = []
    for path in folder.glob(f"*/*{ENDING}"):
        with suppress(OSError):
            state = path.stat()
            found.append((state.st_mtime_ns, state.st_size, path))
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found):
        if total <= limit:
            return
        with suppress(OSError):  # another run was faster, or reads it on Windows
            path.unlink()
            path.parent.rmdir()
        total -= size
