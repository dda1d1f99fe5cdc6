"""Data sets and results of Ragas: JSON lines, tables, and saved folders."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass

from sacreval.io.files import extension
from sacreval.io.formats.arrow_files import MEMORY
from sacreval.readers._base import convert, readers
from sacreval.readers._beginning import Beginning, beginning
from sacreval.readers._hf_folders import columns_of, is_hf_folder
from sacreval.readers._log import LineLogReader, LogRow, Numbered, log_rows
from sacreval.readers._ragas_columns import cell_values, is_ragas, ragas_record
from sacreval.readers.hf_dataset import HfDatasetReader
from sacreval.readers.table import TableReader

_TABLES = (".csv", ".tsv")


@readers.register("ragas")
@dataclass(frozen=True, kw_only=True)
class RagasReader(LineLogReader):
    """Data sets and results that Ragas saved: lines or a list of JSON, CSV, or a saved folder.

    Columns are those of 0.2 and later (`user_input`, `response`) or those before (`question`,
    `answer`). Columns with numbers are scores. Of messages in `user_input`, the output is the last
    answer. An empty cell of CSV is a missing value.

    Args:
        split: The split to read, of a folder with several.
        max_memory: Most memory that reading a folder may take, in MiB.
    """

    split: str | None = None
    max_memory: float = MEMORY

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether the first row, the header or the folder has Ragas' columns."""
        if start.is_folder:
            return is_hf_folder(start.names) and is_ragas(columns_of(start.path))
        if start.extension in _TABLES:
            return is_ragas(_header(start))
        prefix = "[]." if "[]" in start.keys else ""
        return is_ragas({key.removeprefix(prefix) for key in start.keys if key.startswith(prefix)})

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the rows, numbered from 1."""
        for row in self._rows(path):
            fields = {"instance_id": row.number, **ragas_record(row.row)}
            yield row.number, convert(fields, row.where)

    def _rows(self, path: str) -> Iterator[LogRow]:
        start = beginning(path)
        if start is not None and start.is_folder:
            folder = HfDatasetReader(split=self.split, max_memory=self.max_memory)
            for number, row in enumerate(folder.rows(path), start=1):
                yield LogRow(number, f"{path}:{number}", row)
        elif extension(path) in _TABLES:
            for number, (line, cells) in enumerate(TableReader().rows(path), start=1):
                where = f"{path}:{line}"
                yield LogRow(number, where, cell_values(cells, where))
        else:
            is_list = start is not None and "[]" in start.keys
            yield from log_rows(path, self.line_limit, is_list=is_list)


def _header(start: Beginning) -> list[str]:
    first = start.head.decode("utf-8-sig", "replace").split("\n", 1)[0]
    delimiter = "\t" if start.extension == ".tsv" else ","
    try:
        return next(csv.reader([first], delimiter=delimiter), [])
    except csv.Error:  # which the reader of tables reports
        return []
