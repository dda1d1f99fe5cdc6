"""Scores of records, to be written into copies of the logs that the records came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.records import Scored
from sacreval.errors import InputError

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Direction, Metric

PREFIX = "sacreval_"  # of metrics in logs of other tools, which have some of the same name


class Column(NamedTuple):
    """One output of one metric.

    Args:
        output: Its name in the run.
        own: The metric's own name for it.
        entry: The metric's name in the run, under which records have its statistics.
        metric: The metric.
    """

    output: str
    own: str
    entry: str
    metric: Metric

    @property
    def name(self) -> str:
        """Its name in logs of other tools."""
        return f"{PREFIX}{self.output}"

    @property
    def better(self) -> Direction:
        """Whether larger is better."""
        return self.metric.is_higher_better(self.own)


class Summary(NamedTuple):
    """A score over records.

    Args:
        value: The score.
        error: Its standard error, by leaving out one record in turn; None for a single record.
        n: Number of records.
    """

    value: float
    error: float | None
    n: int


class LogScores(NamedTuple):
    """The scores of a run.

    Args:
        records: The scores of records, by system and instance.
        columns: The outputs that can be computed from their statistics.
        origin: The result file, for messages.
    """

    records: Mapping[str, Mapping[str, Scored]]
    columns: Sequence[Column]
    origin: str

    def find(self, systems: Sequence[str], instance: object, task: str) -> Scored | None:
        """Return the scores of a record of a log; None if it has none, or could not be scored.

        Args:
            systems: The names that readers give its system; the first that has scores counts.
            instance: Id of the record in the log.
            task: Its task: records of another one are not found.
        """
        for name in systems:
            found = self.records.get(name, {}).get(str(instance))
            if found is None or (found.groups or {}).get("task", task) != task:
                continue
            if any(score is not None for score in found.scores.values()):
                return found
        return None

    def summaries(self, records: Iterable[Scored]) -> dict[str, Summary]:
        """Compute the scores of some records, by the names of columns.

        Args:
            records: Their scores, with statistics.
        """
        import numpy as np

        tables: dict[str, list[list[float]]] = {}
        for one in records:
            for name, row in (one.statistics or {}).items():
                tables.setdefault(name, []).append(row)
        arrays = {name: np.asarray(rows, dtype=float) for name, rows in tables.items()}
        return {
            column.name: _summary(column, arrays[column.entry])
            for column in self.columns
            if column.entry in arrays
        }

    def need(self, found: int, log: str) -> None:
        """Check that a log has records with scores.

        Raises:
            InputError: If none has any.
        """
        if not found:
            systems = ", ".join(f"'{name}'" for name in list(self.records)[:5])
            raise InputError(
                f"{log}: no record of it has scores in {self.origin}, which has {systems}; "
                "evaluate this log, with its reader, and --instances"
            )


def _summary(column: Column, rows: Array) -> Summary:
    """Compute one score with its jackknife error, which for means is their standard error."""
    from sacreval.stats.intervals.jackknife_t import jackknife_t

    found = jackknife_t([rows], lambda sums: column.metric.reduce(sums)[column.own])
    error = float(found.error)
    return Summary(float(found.value), None if isnan(error) else error, len(rows))
