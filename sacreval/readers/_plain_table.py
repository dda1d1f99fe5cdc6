"""Records from the rows of a table whose values have types, such as Parquet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from sacreval.core.records import FIELDS, Batch, Instance
from sacreval.io.formats.arrow_files import MEMORY, ArrowLimit, arrow_frames
from sacreval.io.formats.arrow_worker import Header, Layout
from sacreval.readers._base import NAMED, Reader, batches, convert, mapper
from sacreval.readers._hf_folders import labels_of
from sacreval.readers._map_option import Matches, hold_until_matched

Row = dict[str, Any]
_BY_NAME = (*NAMED, "qrels", "pyramid", "sequence", "meta")  # fields that hold values by name


@dataclass(frozen=True)
class ArrowTable:
    """A Parquet or Arrow file.

    Args:
        path: The file.
        layout: Its format.
        limit: How much memory reading may take.
        columns: The columns to read; none for all.
    """

    path: str
    layout: Layout
    limit: ArrowLimit
    columns: tuple[str, ...] = ()

    def rows(self) -> Iterator[Row]:
        """Yield the rows; numbers of a column of labels are replaced by their names.

        Raises:
            InputError: If the file is damaged.
        """
        name: Callable[[Row], Row] | None = None
        for frame in arrow_frames(self.path, self.layout, self.limit, self.columns):
            if isinstance(frame, Header):
                name = labels_of(frame.features)
            elif name is None:
                yield from frame.rows
            else:
                yield from map(name, frame.rows)


@dataclass(frozen=True, kw_only=True)
class MemoryLimitReader(Reader):
    """Base class of readers of tables by pyarrow, in a process of its own.

    Args:
        max_memory: Most memory that reading may take, in MiB; pyarrow runs in a process of its own.
    """

    max_memory: float = MEMORY

    def __post_init__(self) -> None:
        super().__post_init__()
        self.memory_limit.check()

    @property
    def memory_limit(self) -> ArrowLimit:
        """The limit on the memory of that process."""
        return ArrowLimit(self.max_memory, self.name)


@dataclass(frozen=True, kw_only=True)
class ArrowTableReader(MemoryLimitReader):
    """Base class of readers of one format of tables with the fields of records as columns.

    Args:
        columns: The columns to read; by default all. With --map, the others are not in `meta`.
    """

    layout: ClassVar[Layout]

    columns: tuple[str, ...] = ()

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file."""
        table = ArrowTable(path, self.layout, self.memory_limit, self.columns)
        yield from table_batches(table.rows(), path, self.fields)


def table_batches(rows: Iterable[Row], path: str, fields: Mapping[str, str]) -> Iterator[Batch]:
    """Convert rows to batches of records, with `--map` as in JSONL."""
    matches = Matches(fields)
    records = _records(rows, path, fields, matches)
    yield from hold_until_matched(batches(records, path), matches, path)


def _records(
    rows: Iterable[Row], path: str, fields: Mapping[str, str], matches: Matches
) -> Iterator[tuple[int, Instance]]:
    apply = mapper(fields) if fields else None
    for number, row in enumerate(rows, start=1):
        record = _nested(row)
        mapped = apply(record) if apply else record
        matches.note(record, mapped)
        yield number, convert(_without_gaps(mapped), f"{path}:{number}")


def _nested(row: Row) -> Row:
    """Return a row with columns such as `groups.topic` in the field that they belong to."""
    dotted = [name for name in row if name.partition(".")[0] in NAMED and "." in name]
    if not dotted:
        return row
    record = {name: value for name, value in row.items() if name not in dotted}
    for column in dotted:
        head, _, tail = column.partition(".")
        record[head] = {**(record.get(head) or {}), tail: row[column]}
    return record


def _without_gaps(record: Row) -> Row:
    """Return a record without missing values; a table has a value in each column of each row."""
    return {
        name: _by_name(value) if name in _BY_NAME else value
        for name, value in record.items()
        if value is not None or name not in FIELDS
    }


def _by_name(value: Any) -> Any:
    """Return values by name from a structure, or from a column of the type map."""
    if isinstance(value, list) and all(isinstance(x, list) and len(x) == 2 for x in value):
        value = dict(value)
    if not isinstance(value, dict):
        return value
    return {name: cell for name, cell in value.items() if cell is not None}
