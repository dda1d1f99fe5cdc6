"""The longest line that readers take: a file without line ends must not fill the memory."""

from __future__ import annotations

from typing import NamedTuple

from sacreval.errors import UsageError

MEBIBYTE = 2**20
DEFAULT = 8.0  # MiB
_LEAST = 1 / MEBIBYTE
_MOST = 2047.0  # MiB; the most that Python's csv can be asked to allow


class LineLimit(NamedTuple):
    """A limit on the length of lines, and the reader whose option raises it.

    Args:
        max_line: The longest line, in MiB.
        reader: The name of the reader, for messages; "" if it has no such option.
    """

    max_line: float = DEFAULT
    reader: str = "parallel-text"

    @property
    def bytes(self) -> int:
        """The limit in bytes."""
        return int(self.max_line * MEBIBYTE)

    def fault(self, where: str, what: str = "line") -> str:
        """Write the sentence for a line, or a cell of a table, that is too long."""
        said = f"{where}: this {what} is longer than {self.max_line:g} MiB; "
        if not self.reader:
            return f"{said}check line ends and quotes"
        raised = f"--reader '{self.reader}{{\"max_line\": 64}}'"
        return f"{said}put one record on each line, or raise the limit: {raised}"

    def check(self) -> None:
        """Check that the limit can be kept.

        Raises:
            UsageError: If it is not above 0, or larger than can be kept.
        """
        if not (_LEAST <= self.max_line <= _MOST):
            raise UsageError(
                f"{self.reader}: max_line must be above 0 and at most {_MOST:g} MiB, not "
                f"{self.max_line:g}; give a number such as 64"
            )
