"""Records of JSONL as views of the file's bytes, which kernels read without Python objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sacreval.native.batch import Texts, extension

_FIELDS = (  # in the order of the bits in `records.hpp`
    "instance_id", "system_id", "system_type", "prediction", "references", "sources", "input",
    "judgments", "groups", "meta",
)  # fmt: skip


class OtherLine(Struct, frozen=True):
    """A line that is not plainly a record, which another decoder has to read.

    Args:
        number: Its line number.
        start: Offset of its first byte.
        end: Offset behind its last byte, without the line end.
    """

    number: int
    start: int
    end: int


class RecordLines:
    """Lines that are records, in which texts are views.

    Args:
        handle: The records, from the extension.
        size: Their number.
    """

    def __init__(self, handle: Any, size: int) -> None:
        self.handle = handle
        self.size = size

    def part(self, indices: Sequence[int]) -> RecordLines:
        """Return the records with these indices."""
        return RecordLines(extension().records_part(self.handle, indices), len(indices))

    def numbers(self) -> Sequence[int]:
        """Return their line numbers: a range where they follow each other."""
        first = extension().records_numbers(self.handle)
        return range(first, first + self.size) if isinstance(first, int) else first

    def fields(self) -> tuple[frozenset[str], frozenset[str]]:
        """Return the fields that some record has, and those that every record has."""
        some, every = extension().records_fields(self.handle)
        return _named(some), _named(every)

    def lines(self, start: int, stop: int) -> bytes:
        """Return the bytes of some lines, with their ends."""
        text: bytes = extension().records_lines(self.handle, start, stop)
        return text

    def column(self, name: str) -> list[Any]:
        """Return a field of every record, None where it has none.

        Args:
            name: One of instance_id, system_id, system_type, prediction and references.
        """
        values: list[Any] = extension().records_column(self.handle, name)
        return values

    def texts(self, workers: int) -> Texts:
        """Return predictions and references for the kernels."""
        return Texts.of_records(self.handle, workers=workers)


class ReadLines(Struct, frozen=True):
    """The lines of a block of JSONL.

    Args:
        records: Those that are records of the common form.
        others: The others, without blank ones.
    """

    records: RecordLines
    others: list[OtherLine]


def read_records(text: bytes, first: int) -> ReadLines:
    """Read lines of JSONL; records have a prediction that is a text, and the usual types.

    Args:
        text: Whole lines.
        first: Line number of the first.
    """
    handle, size, others = extension().read_records(text, first)
    return ReadLines(RecordLines(handle, size), [OtherLine(*fields) for fields in others])


def line_ends(text: bytes) -> int:
    """Count line feeds."""
    count: int = extension().line_ends(text)
    return count


class AlignedLines(Struct, frozen=True):
    """Lines of several files of which line n of each is record n.

    Args:
        records: The records.
        offsets: Where the next line of each block begins.
        valid: Whether the next line is UTF-8 in all files, as far as is known.
    """

    records: RecordLines
    offsets: tuple[int, ...]
    valid: bool


def read_aligned(
    texts: Sequence[bytes], offsets: Sequence[int], first: int, most: int
) -> AlignedLines:
    """Read lines that all files have: of the first predictions, of the others their references.

    Args:
        texts: A block of each file, whose lines all end with a line feed.
        offsets: Where to begin in each.
        first: Number of the first line.
        most: Largest number of lines.
    """
    read = extension().read_aligned(tuple(texts), tuple(offsets), first, most)
    handle, size, after, valid = read
    return AlignedLines(RecordLines(handle, size), tuple(after), valid)


def _named(bits: int) -> frozenset[str]:
    return frozenset(name for i, name in enumerate(_FIELDS) if bits >> i & 1)
