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
        constants: Record field to the value that all records have.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    rows: str = "@"
    lines: bool = False
    literals: tuple[str, ...] = ()
    constants: Mapping[str, Any] = field(default_factory=dict)

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file."""
        yield from batches(self._records(path), path, stem(path))

    def _records(self, path: str) -> Iterator[tuple[int, Instance]]:
        import jmespath

        apply = shape(self.fields)
        found = jmespath.compile(self.rows)
        number = 0
        for document in documents(path, lines=self.lines):
            rows = found.search(document)
            if not isinstance(rows, list):
                rows = [rows]
            for row in rows:
                number += 1
                where = f"{path}:{number}"
                yield number, convert({**self.constants, **apply(self._parsed(row, where))}, where)

    def _parsed(self, row: Any, where: str) -> Any:
        if not self.literals:
            return row
        return {**row, **{key: literal(row[key], where) for key in self.literals if row.get(key)}}
