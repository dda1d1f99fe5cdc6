"""Files of verdicts, to which each is appended as it comes, and which a killed run can resume."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, NamedTuple, Self

import msgspec

from sacreval.core.json_lines import Line, decode_line, stream_lines
from sacreval.core.verdict_rows import VerdictRow, decoder, verdict_line
from sacreval.errors import InputError
from sacreval.io.append_file import AppendFile, StreamBeginning, check_appendable, complete_size

WHAT = "verdicts"
Key = tuple[str | None, str, int]


class Known(NamedTuple):
    """What a file of verdicts holds.

    Args:
        rows: The last verdict on each sample.
        programs: The last verdict on each program, by hash.
        size: Offset where its complete lines end, in bytes.
    """

    rows: dict[Key, VerdictRow]
    programs: dict[str, VerdictRow]
    size: int = 0


class VerdictFile:
    """A file of verdicts that is read once and then appended to; it is locked while it is open.

    Args:
        path: The file; created if missing.

    Raises:
        UsageError: If it cannot be written, or another run is using it.
        InputError: If it holds anything but verdicts, or two on one sample.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.notice = path, ""
        check_appendable(path, WHAT)
        self._lines = AppendFile(path)
        try:
            self.known = known_in(self._lines.stream, path)
            self.notice = self._lines.cut_line(self.known.size)
        except BaseException:
            self.close()
            raise

    def add(self, row: VerdictRow) -> None:
        """Append a verdict.

        Raises:
            UsageError: If it cannot be written.
        """
        self._lines.append(verdict_line(row))
        _keep(self.known, row)

    def close(self) -> None:
        """Sync and close the file, and remove it if it is new and empty."""
        self._lines.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()


def known_in(file: BinaryIO, path: Path) -> Known:
    """Read a file of verdicts, which is not changed.

    Args:
        file: The file, open for reading.
        path: Its path, for messages.

    Raises:
        InputError: If it holds anything but verdicts, or two on one sample.
    """
    size = complete_size(file)
    known = Known({}, {}, size)
    for line in stream_lines(StreamBeginning(file, size), str(path)):  # type: ignore[arg-type]
        row = row_of(line)
        before = known.rows.get(row.key)
        if before is not None and row.attempt <= before.attempt:
            raise InputError(
                f"{line.where}: a second verdict on sample {row.sample} of {row.instance_id}; "
                "remove one"
            )
        _keep(known, row)
    return known


def row_of(line: Line) -> VerdictRow:
    """Decode a line.

    Args:
        line: The line.

    Raises:
        InputError: If it is no verdict.
    """
    found: VerdictRow = decode_line(line, decoder, "verdict")
    return found


def _keep(known: Known, row: VerdictRow) -> None:
    slim = msgspec.structs.replace(row, stderr_tail="") if row.verdict == "passed" else row
    known.rows[row.key] = slim
    program = known.programs.get(row.program_sha256)
    if program is None or row.attempt >= program.attempt:
        known.programs[row.program_sha256] = slim
