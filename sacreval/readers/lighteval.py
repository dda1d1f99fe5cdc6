"""Logs of lighteval: the details of one task, in Parquet."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sacreval.core.stored_scores import StoredScore
from sacreval.readers._base import convert, readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._lighteval.records import (
    NEW_COLUMNS,
    OLD,
    Signs,
    new_fields,
    old_fields,
    run_of,
    signs,
)
from sacreval.readers._limited import ArrowReader
from sacreval.readers._log import LogReader, Numbered
from sacreval.readers._plain_table import ArrowTable

_MAGIC = b"PAR1"
_FOOTER = 2**23  # bytes at the end, which name the columns


@readers.register("lighteval")
@dataclass(frozen=True, kw_only=True)
class LightevalReader(ArrowReader, LogReader):
    """The details of a task that lighteval saved: `details_<task>_<date>.parquet`, of any version.

    The model is that of the results beside the folder `details`, or else that of the folders.
    Several texts are `samples`; choices have their log-probabilities, and texts for perplexity are
    in `sequence`. Needs sacreval[parquet].

    Args:
        max_memory: Most memory that reading may take, in MiB; pyarrow runs in a process of its own.
    """

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether it is Parquet with the columns of lighteval's details."""
        return start.head.startswith(_MAGIC) and any(_signs(start.path))

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the rows, numbered from 1."""
        run, is_new = run_of(path), _signs(path).new
        fields_of = new_fields if is_new else old_fields
        table = ArrowTable(path, "parquet", self.memory_limit, NEW_COLUMNS if is_new else OLD)
        for number, row in enumerate(table.rows()):
            where = f"{path}:{number + 1}"
            fields = fields_of(row, number, where)
            named = fields.pop("task", None)
            task = run.task if run.task is not None else named
            fields["groups"] = None if task is None else {"task": task}
            yield number + 1, convert({"system_id": run.model, **fields}, where)

    def stored_scores(self, path: str) -> Sequence[StoredScore]:
        """Read the scores of the task in the run's results."""
        return run_of(path).stored()


def _signs(path: str) -> Signs:
    """Return which layout's columns are named at the end of a file."""
    with Path(path).open("rb") as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(size - _FOOTER, 0))
        return signs(stream.read())
