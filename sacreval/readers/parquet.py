"""Parquet: tables whose columns are the fields of records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sacreval.io.formats.arrow_worker import Layout
from sacreval.readers._base import readers
from sacreval.readers._plain_table import ArrowTableReader


@readers.register("parquet")
@dataclass(frozen=True, kw_only=True)
class ParquetReader(ArrowTableReader):
    """Parquet files with the fields of records as columns, one record in each row.

    Lists and structures are read as they are; `groups.NAME` and `judgments.NAME` may be columns.
    Missing values and NaN are fields that a record does not have. Numbers of a column of labels
    (`ClassLabel` of the library `datasets`) are read as their names. Needs sacreval[parquet].
    """

    layout: ClassVar[Layout] = "parquet"
    extensions: ClassVar[tuple[str, ...]] = (".parquet",)
