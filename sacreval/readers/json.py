"""JSON of others: one document, or one a line, from which expressions pick the fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sacreval.files import stem
from sacreval.foreign.documents import documents
from sacreval.foreign.values import literal, shape
from sacreval.reader import Reader, batches, convert, readers
from sacreval.records import Batch, Instance
from sacreval.text.paths import compiled


@readers.register("json")
@dataclass(frozen=True, kw_only=True)
class JsonReader(Reader):
    """JSON whose fields are named otherwise, or that lies in one big document.

    Args:
        fields: Record field, or `judgments.NAME`, to the JMESPath expression that finds it.
            Whatever no expression asks for is left out.
        rows: The JMESPath expression that finds the list of records in a document.
        lines: Whether each line is a document.
        literals: Keys whose texts hold Python lists; they are read before anything is looked up.
        number_by: An expression; records for which it is equal answer the same input. Inputs are
            numbered in the order of the file.
        people: Systems that are people; their records are of type `reference`.
        constants: Record field to the value that all records have.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    rows: str = "@"
    lines: bool = False
    literals: tuple[str, ...] = ()
    number_by: str | None = None
    people: tuple[str, ...] = ()
    constants: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        shape(self.fields)

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file."""
        yield from batches(self._records(path), path, stem(path))

    def _records(self, path: str) -> Iterator[tuple[int, Instance]]:
        apply = shape(self.fields)
        key = compiled(self.number_by, "number_by: ") if self.number_by else None
        numbers: dict[str, int] = {}
        for number, row in enumerate(self._rows(path), start=1):
            where = f"{path}:{number}"
            parsed = self._parsed(row, where)
            record = {**self.constants, **apply(parsed)}
            if key is not None:
                text = repr(key(parsed))
                record["instance_id"] = numbers.setdefault(text, len(numbers) + 1)
            if record.get("system_id") in self.people:
                record["system_type"] = "reference"
            yield number, convert(record, where)

    def _rows(self, path: str) -> Iterator[Any]:
        found = compiled(self.rows, "rows: ")
        for document in documents(path, lines=self.lines):
            rows = found(document)
            yield from rows if isinstance(rows, list) else [rows]

    def _parsed(self, row: Any, where: str) -> Any:
        if not self.literals:
            return row
        return {**row, **{key: literal(row[key], where) for key in self.literals if row.get(key)}}
