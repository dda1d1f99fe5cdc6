"""Base classes of readers with a limit on what a file may take in memory."""

from __future__ import annotations

from dataclasses import dataclass

from sacreval.io.formats.arrow_files import MEMORY, ArrowLimit
from sacreval.io.whole_files import DEFAULT_SIZE, SizeLimit
from sacreval.readers._base import Reader


@dataclass(frozen=True, kw_only=True)
class WholeFileReader(Reader):
    """Base class of readers that hold a whole file in memory.

    Args:
        max_size: The largest file, in MiB after decompression.
    """

    max_size: float = DEFAULT_SIZE

    def __post_init__(self) -> None:
        super().__post_init__()
        self.size_limit.check()

    @property
    def size_limit(self) -> SizeLimit:
        """The limit on files; its error names the option that raises it."""
        return SizeLimit(self.max_size, self.name)


@dataclass(frozen=True, kw_only=True)
class ArrowReader(Reader):
    """Base class of readers of tables by pyarrow, in a process of its own.

    Args:
        max_memory: Most memory that reading may take, in MiB.
    """

    max_memory: float = MEMORY

    def __post_init__(self) -> None:
        super().__post_init__()
        self.memory_limit.check()

    @property
    def memory_limit(self) -> ArrowLimit:
        """The limit on the memory of that process."""
        return ArrowLimit(self.max_memory, self.name)
