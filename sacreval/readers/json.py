"""Foreign JSON: one document, or one in each line, with fields selected by expressions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.io.formats.json_documents import documents
from sacreval.io.formats.values import literal
from sacreval.readers._base import batches, convert, readers
from sacreval.readers._fields import shape
from sacreval.readers._limited import WholeFileReader
from sacreval.readers._map_option import Matches, hold_until_matched
from sacreval.text.expressions import compiled


@readers.register("json")
@dataclass(frozen=True, kw_only=True)
class JsonReader(WholeFileReader):
    """JSON with other field names, or with all records in one document.

    Args:
        fields: Record field, or `judgments.NAME`, to the JMESPath expression of its value. Data
            that no expression selects is left out; without expressions, records are read unchanged.
        rows: The JMESPath expression of the list of records in a document.
        lines: Whether each line is a document.
        literals: Keys whose texts hold Python lists; they are parsed before expressions apply.
        number_by: An expression; records with the same value belong to the same input. Inputs are
            numbered in the order of the file.
        repeats: Whether a system may have several records for a value of `number_by`; each further
            one is then a separate input.
        people: Systems that are human writers; their records have the type `reference`.
        constants: Record field to a value that is set in all records.
        max_size: The largest file that is one document, in MiB after decompression.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    rows: str = "@"
    lines: bool = False
    literals: tuple[str, ...] = ()
    number_by: str | None = None
    repeats: bool = False
    people: tuple[str, ...] = ()
    constants: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        shape(self.fields)
        self.size_limit.check()

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file."""
        matches = Matches(self.fields)
        records = batches(self._records(path, matches), path)
        yield from hold_until_matched(records, matches, path)

    def _records(self, path: str, matches: Matches) -> Iterator[tuple[int, Instance]]:
        apply = shape(self.fields) if self.fields else dict
        inputs = _Inputs(self.number_by, repeats=self.repeats) if self.number_by else None
        for number, row in enumerate(self._rows(path), start=1):
            where = f"{path}:{number}"
            parsed = self._parsed(row, where)
            if not isinstance(parsed, Mapping):
                raise InputError(f"{where}: {_not_a_record(parsed, self.rows)}")
            mapped = apply(parsed)
            matches.note(parsed, mapped)
            record = {**self.constants, **mapped}
            if inputs is not None:
                record["instance_id"] = inputs.number(parsed, record.get("system_id"))
            if record.get("system_id") in self.people:
                record["system_type"] = "reference"
            yield number, convert(record, where)

    def _rows(self, path: str) -> Iterator[Any]:
        search = compiled(self.rows, "rows: ")
        for document in documents(path, lines=self.lines, limit=self.size_limit):
            rows = search(document)
            yield from rows if isinstance(rows, list) else [rows]

    def _parsed(self, row: Any, where: str) -> Any:
        if not self.literals:
            return row
        return {**row, **{key: literal(row[key], where) for key in self.literals if row.get(key)}}


def _not_a_record(row: Any, rows: str) -> str:
    kind = "null" if row is None else type(row).__name__
    return (
        f"the expression '{rows}' selects {kind}, not a record; give another, as in "
        '--reader \'json{"rows": "JMESPATH"}\''
    )


class _Inputs:
    """Numbers inputs in the order of their first records."""

    def __init__(self, expression: str, *, repeats: bool) -> None:
        self._key = compiled(expression, "number_by: ")
        self._repeats = repeats
        self._numbers: dict[tuple[str, int], int] = {}
        self._answers: Counter[tuple[str, str]] = Counter()

    def number(self, row: Any, system: object) -> int:
        """Return the number of the input that a system's record belongs to."""
        text = repr(self._key(row))
        answer = self._answers[text, str(system)] if self._repeats else 0
        self._answers[text, str(system)] += 1
        return self._numbers.setdefault((text, answer), len(self._numbers) + 1)
