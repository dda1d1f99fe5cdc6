"""The checkpoint file of a run, which holds the rows computed so far.

Blocks are appended as they are computed, so that they survive the process, however it ends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from sacreval.errors import UsageError
from sacreval.execution.cache.block_file import MAGIC, Block, BlockReader, encode
from sacreval.execution.cache.row_index import RowIndex
from sacreval.io.append_file import AppendFile


class ResumeFile:
    """The rows of a run, including those of its earlier attempts.

    Args:
        path: The file; created if missing. An incomplete block at its end is truncated.

    Raises:
        UsageError: If it cannot be written, another run has locked it, or it is another format.
    """

    def __init__(self, path: Path) -> None:
        _check(path)
        self.path = path
        self._file = AppendFile(path, mode=0o666, reopened=False)
        try:
            self._blocks, self.cut = self._scanned()
        except BaseException:
            self._file.close()
            raise
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
        begin = b"" if self._file.stream.tell() else MAGIC
        self._file.append(b"".join((begin, *map(encode, blocks))))

    def close(self) -> None:
        """Close the file, and remove it if it is new and empty."""
        self._file.close()

    def remove(self) -> None:
        """Remove the file once the run's results have been written."""
        self._file.remove()

    def _scanned(self) -> tuple[dict[str, list[Block]], int]:
        scan = BlockReader(self._file.stream)
        found = defaultdict(list)
        for block in scan:
            found[block.head].append(block)
        if not scan.end and scan.damaged:
            raise UsageError(
                f"{self.path}: this is not a resume file, or one of another version of sacreval; "
                "name another file"
            )
        return dict(found), self._file.cut(scan.end)


def _check(path: Path) -> None:
    if path.is_dir():
        raise UsageError(f"{path}: this is a folder; name a file in it")
    if path.exists() and not path.is_file():
        raise UsageError(f"{path}: this is not a regular file; name another file")
