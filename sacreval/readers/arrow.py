"""Arrow: tables in the IPC format, as files, streams or Feather, with fields as columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sacreval.io.formats.arrow_worker import Layout
from sacreval.readers._base import readers
from sacreval.readers._plain_table import ArrowTableReader


@readers.register("arrow")
@dataclass(frozen=True, kw_only=True)
class ArrowReader(ArrowTableReader):
    """Arrow files, streams and Feather with the fields of records as columns, a record in each row.

    Lists and structures are read as they are; `groups.NAME` and `judgments.NAME` may be columns.
    Missing values and NaN are fields that a record does not have. Numbers of a column of labels
    (`ClassLabel` of the library `datasets`) are read as their names. Needs sacreval[parquet].
    """

    layout: ClassVar[Layout] = "arrow"
    extensions: ClassVar[tuple[str, ...]] = (".arrow", ".arrows", ".feather", ".ipc")
