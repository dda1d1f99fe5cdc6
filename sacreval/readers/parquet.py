"""Parquet: tables whose columns are the fields of records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sacreval.core.records import Batch
from sacreval.io.arrow_files import MEMORY, ArrowLimit
from sacreval.readers._base import Reader, readers
from sacreval.readers._plain_table import ArrowTable, table_batches


@readers.register("parquet")
@dataclass(frozen=True, kw_only=True)
class ParquetReader(Reader):
    """Parquet files with the fields of records as columns, one record in each row.

    Lists and structures are read as they are; `groups.NAME` and `judgments.NAME` may be columns.
    Missing values and NaN are fields that a record does not have. Numbers of a column of labels
    (`ClassLabel` of the library `datasets`) are read as their names. Needs sacreval[parquet].

    Args:
        columns: The columns to read; by default all. With --map, the others are not in `meta`.
        max_memory: Most memory that reading may take, in MiB; pyarrow runs in a process of its own.
    """

    extensions: ClassVar[tuple[str, ...]] = (".parquet",)

    columns: tuple[str, ...] = ()
    max_memory: float = MEMORY

    def __post_init__(self) -> None:
        super().__post_init__()
        self._limit.check()

    @property
    def _limit(self) -> ArrowLimit:
        return ArrowLimit(self.max_memory, self.name)

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file."""
        table = ArrowTable(path, "parquet", self._limit, self.columns)
        yield from table_batches(table.rows(), path, self.fields)
