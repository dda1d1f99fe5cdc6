"""Base classes of readers with a limit on what a line or a file may take in memory."""

from __future__ import annotations

from dataclasses import dataclass

from sacreval.io.lines import LineLimit
from sacreval.io.whole_files import DEFAULT_SIZE, SizeLimit
from sacreval.readers._base import Reader


class LineReader(Reader):
    """Base class of readers that hold a line in memory; they have the option `max_line`."""

    max_line: float  # no field here, so that it stands after the options of each reader

    def __post_init__(self) -> None:
        super().__post_init__()
        self.line_limit.check()

    @property
    def line_limit(self) -> LineLimit:
        """The limit on lines; its error names the option that raises it."""
        return LineLimit(self.max_line, self.name)


@dataclass(frozen=True, kw_only=True)
class WholeFileReader(Reader):
    """Base class of readers that hold a whole file in memory.

    Args:
        max_size: The largest file, in MiB after decompression; it is read into memory whole.
    """

    max_size: float = DEFAULT_SIZE

    def __post_init__(self) -> None:
        super().__post_init__()
        self.size_limit.check()

    @property
    def size_limit(self) -> SizeLimit:
        """The limit on files; its error names the option that raises it."""
        return SizeLimit(self.max_size, self.name)
