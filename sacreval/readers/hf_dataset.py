"""Folders that `save_to_disk` of `datasets` writes, with fields of records as columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from sacreval.core.records import Batch
from sacreval.readers._base import readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._hf_folders import (
    by_feature,
    columns_of,
    data_files,
    features_of,
    is_hf_folder,
    split_folder,
)
from sacreval.readers._log import LogReader, Numbered
from sacreval.readers._plain_table import ArrowTable, MemoryLimitReader, table_batches
from sacreval.readers._ragas_columns import is_ragas


@readers.register("hf-dataset")
@dataclass(frozen=True, kw_only=True)
class HfDatasetReader(MemoryLimitReader, LogReader):
    """Folders of a Hugging Face data set, written by `save_to_disk`, with fields as columns.

    Numbers of a column of labels (`ClassLabel`) are read as their names. Needs sacreval[parquet].

    Args:
        fields: Record field, `judgments.NAME` or `groups.NAME`, to the JMESPath expression of its
            value in a row. All other columns are stored in `meta`.
        split: The split to read, of a folder with several.
        columns: The columns to read; by default all.
    """

    of_any_fields: ClassVar[bool] = True

    split: str | None = None
    columns: tuple[str, ...] = ()

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether a folder is a saved data set, other than of Ragas."""
        return is_hf_folder(start.names) and not is_ragas(columns_of(start.path))

    def read(self, path: str) -> Iterator[Batch]:
        """Read a folder."""
        yield from table_batches(self.rows(path), path, self.fields)

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the records one by one, numbered by row."""
        for batch in table_batches(self.rows(path), path, {}):
            yield from zip(batch.lines, batch, strict=True)

    def rows(self, path: str) -> Iterator[dict[str, Any]]:
        """Read the rows of a folder, without names of record fields.

        Args:
            path: The folder.

        Raises:
            UsageError: If it has several splits and none is named.
            InputError: If it is damaged.
        """
        folder = split_folder(path, self.split)
        name = by_feature(features_of(folder))
        for file in data_files(folder):
            for row in ArrowTable(file, "arrow", self.memory_limit, self.columns).rows():
                yield name(row) if name else row
