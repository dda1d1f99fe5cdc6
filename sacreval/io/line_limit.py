"""The limit on line length, so that a file without line ends cannot exhaust memory."""

from __future__ import annotations

from msgspec import Struct

from sacreval.errors import UsageError

MEBIBYTE = 2**20
Bytes = bytes  # which is a property below
DEFAULT = 8.0  # MiB
_LEAST = 1 / MEBIBYTE
_MOST = 2047.0  # MiB; the largest limit that Python's csv accepts


class LineLimit(Struct, frozen=True):
    """A limit on the length of lines, and the reader whose option sets it.

    Args:
        max_line: Largest length of a line, in MiB.
        reader: Name of the reader whose option sets it, for messages; "" if there is none.
    """

    max_line: float = DEFAULT
    reader: str = "parallel-text"

    @property
    def bytes(self) -> int:
        """The limit in bytes."""
        return int(self.max_line * MEBIBYTE)

    def fault(self, where: str, what: str = "line") -> str:
        """Return the error message for a line, or a cell of a table, that is too long."""
        problem = f"{where}: this {what} is longer than {self.max_line:g} MiB; "
        if not self.reader:
            return f"{problem}check line ends and quotes"
        option = f"--reader '{self.reader}{{\"max_line\": 64}}'"
        return f"{problem}write one record on each line, or raise the limit: {option}"

    def fault_of_line(self, where: str, _start: Bytes) -> str:
        """Return the error message for a line that is too long.

        Args:
            where: File and line.
            _start: Its beginning.
        """
        return self.fault(where)

    def check(self) -> None:
        """Check that the limit is in range.

        Raises:
            UsageError: If it is not above 0, or larger than csv accepts.
        """
        if not (_LEAST <= self.max_line <= _MOST):
            raise UsageError(
                f"{self.reader}: max_line must be above 0 and at most {_MOST:g} MiB, not "
                f"{self.max_line:g}; give a number such as 64"
            )


class FieldLimit(LineLimit, frozen=True):
    """A limit on lines of JSON objects that other tools write, whose error names the long field."""

    def fault_of_line(self, where: str, start: Bytes) -> str:
        """Return the error message for a line that is too long, with its field."""
        from sacreval.io.formats.first_keys import open_key

        field = open_key(start[: self.bytes])
        if not field:
            return self.fault(where)
        return (
            f"{where}: this line is longer than {self.max_line:g} MiB, in `{field}`; raise the "
            f"limit, --reader '{self.reader}{{\"max_line\": 1024}}', which takes memory, or "
            f"remove the field where nothing is scored by it: jq -c 'del(.{field})'"
        )
