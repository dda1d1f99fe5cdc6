"""Stored rows: what a run kept of one system by one metric, read from the scores of its records."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sacreval.core.contract.declarations import is_undefined
from sacreval.core.group_names import NO_GROUP
from sacreval.core.records import Scored
from sacreval.core.results import Result
from sacreval.errors import InputError
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.collected_rows import Collected
from sacreval.scoring.rows.row_columns import Places


class StoredRows(Collected):
    """The rows of a system by one metric, whose signature is that of its results.

    Args:
        entry: The metric.
        result: One of the results of the system by the metric.
        records: The scores of the records of the system, by instance.
        path: The result file, for the message.

    Raises:
        InputError: If rows have different lengths.
    """

    def __init__(
        self, entry: Entry, result: Result, records: Mapping[str, Scored], path: str | Path
    ) -> None:
        import numpy as np

        super().__init__([entry])
        self.system, self.result, self.places = result.system_id, result, Places.of(records)
        stored = list(records.values())
        for name in dict.fromkeys(name for record in stored for name in record.groups or ()):
            values = ((record.groups or {}).get(name, NO_GROUP) for record in stored)
            self.groups[name] = list(map(str, values))
        rows = [(record.statistics or {}).get(entry.name) for record in stored]
        pairs = zip(rows, records, strict=True)
        lengths = {len(row): name for row, name in pairs if row is not None}
        if len(lengths) > 1:
            first, second, *_ = lengths.values()
            raise InputError(
                f"{path}: the statistics of {entry.name} have rows of different lengths, as in "
                f"records {first} and {second} of '{self.system}'; write the results again with "
                "`sacreval evaluate --instances`"
            )
        width, (column,) = max(lengths, default=1), self.columns
        for place, (record, row) in enumerate(zip(stored, rows, strict=True)):
            if row is not None and entry.name in (record.unanswered or ()):
                column.unanswered.add(place)
            elif row is None and record.error:
                texts = record.error.split("; ")
                column.failures[place] = next(
                    (text for text in texts if is_undefined(entry.metric, text)), record.error
                )
            elif row is None:
                column.outside.add(place)
        table = [[np.nan] * width if row is None else row for row in rows]
        column.add(0, np.array(table, dtype=np.float64).reshape(len(rows), width), {})

    def signature(self, _entry: Entry) -> str:
        """Return the signature of the results."""
        return self.result.signature
