"""RecordViews: records that become Python objects only where objects are needed.

The extension (`native/records.cpp`) has read the lines; kernels and hashes read the bytes of the
file. A line is a view only if it is plainly of the common form: its prediction a text, other fields
of the usual types, strict UTF-8, no key twice. Up to eight other lines of a block are decoded by
msgspec one by one, and a block with more of them as a whole, so that messages are msgspec's;
`tests/native/test_record_bytes.py` compares both on damaged lines.

Code above asks `Batch` for columns, `texts`, `numbers` and `has_views`, and never loops over
records where a column does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Self, TypeVar

if TYPE_CHECKING:
    from sacreval.native import Texts
    from sacreval.native.record_bytes import RecordLines

_COLUMNS = ("instance_id", "system_id", "prediction", "references")
_OBJECTS = 1000  # bytes that the objects of a record need beside its text

Record = TypeVar("Record")


class RecordViews(Sequence[Record]):
    """Records of a file, of which kernels read the bytes.

    A record, or a column of another field, is decoded when it is asked for, and then as any other
    line: what these lines hold was checked when they were read.

    Args:
        lines: The lines.
        record: The class of the records, a msgspec.Struct.
    """

    def __init__(self, lines: RecordLines, record: type[Record]) -> None:
        self._lines = lines
        self._record: Any = record

    def __len__(self) -> int:
        return self._lines.size

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.select(range(*index.indices(len(self))))
        if "_instances" in vars(self):
            return self._instances[index]
        return self._record_at(range(len(self))[index])

    def __iter__(self) -> Iterator[Record]:
        return iter(self._instances)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the records as objects."""
        return list, (self._instances,)

    @cached_property
    def _instances(self) -> list[Record]:
        return self._all()

    def _record_at(self, place: int) -> Record:
        record: Record = _decoder(self._record).decode(self._lines.lines(place, place + 1))
        return record

    def _all(self) -> list[Record]:
        lines = self._lines.lines(0, len(self))
        # msgspec crashes where memory for a string runs out: what records may need is asked for.
        bytearray(2 * len(lines) + _OBJECTS * len(self))
        records: list[Record] = _decoder(self._record).decode_lines(lines)
        return records

    @cached_property
    def _fields(self) -> tuple[frozenset[str], frozenset[str]]:
        return self._lines.fields()

    def has(self, name: str) -> bool:
        """Return whether some record has a field."""
        return name in self._fields[0]

    def all_have(self, name: str) -> bool:
        """Return whether every record has a field."""
        return name in self._fields[1]

    def column(self, name: str) -> list[Any]:
        """Return one field of every record, in order."""
        if not self.has(name):
            return ["peer" if name == "system_type" else None] * len(self)
        if name in _COLUMNS:
            return self._lines.column(name)
        return list(map(attrgetter(name), self._instances))

    def are_seen(self) -> bool:
        """Return whether no text can have characters that a reader cannot see."""
        from sacreval.text.unseen_characters import may_be_in

        return not may_be_in(self._lines.lines(0, len(self)))

    def select(self, indices: Sequence[int]) -> Self:
        """Return the records with these indices."""
        return type(self)(self._lines.part(indices), self._record)

    def texts(self, workers: int) -> Texts:
        """Return predictions and references for the kernels."""
        return self._lines.texts(workers)


class TextViews(RecordViews[Record]):
    """Records that are a prediction and references alone, of lines of plain text."""

    def are_seen(self) -> bool:
        """Return whether no text has characters that a reader cannot see."""
        from sacreval.text.unseen_characters import may_be_in

        texts = chain(self.column("prediction"), *self.column("references"))
        return not may_be_in(" ".join(texts).encode())

    def _record_at(self, place: int) -> Record:
        [record] = self.select([place])
        return record

    def _all(self) -> list[Record]:
        both = self.column("prediction"), self.column("references")
        return [self._record(prediction=x, references=y) for x, y in zip(*both, strict=True)]


@cache
def _decoder(record: type) -> Any:
    from msgspec.json import Decoder

    return Decoder(record)
