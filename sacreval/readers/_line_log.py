"""Base class of readers of logs that are lines of JSON objects."""

from __future__ import annotations

from dataclasses import dataclass

from sacreval.io.line_limit import DEFAULT, FieldLimit
from sacreval.readers._log import LogReader


@dataclass(frozen=True, kw_only=True)
class LineLogReader(LogReader):
    """Base class of readers of logs with one JSON object in each line.

    Args:
        max_line: The longest line, in MiB.
    """

    max_line: float = DEFAULT

    def __post_init__(self) -> None:
        super().__post_init__()
        self.limit.check()

    @property
    def limit(self) -> FieldLimit:
        """The limit on lines; its error names the field that is too long."""
        return FieldLimit(self.max_line, self.name)
