"""Scores that a log has of the records of a run, kept while the records stream by."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from math import nan
from typing import Any

from msgspec import Struct, field

from sacreval.core.records import Batch, Instance
from sacreval.core.stored_scores import number_of, scores_of
from sacreval.scoring.rows.collected_rows import split_by_system

SAMPLE = 200  # records of a system whose scores are derived again, if they differ


class OfSystem(Struct, eq=False):
    """The scores of the records of a system.

    Args:
        count: Number of its records so far.
        columns: Name of a score to its value for each record, NaN where there is none.
        sample: The first records with scores and an output, by their ids.
    """

    count: int = 0
    columns: dict[str, array[float]] = field(default_factory=dict)
    sample: list[tuple[str, Instance]] = field(default_factory=list)

    def add(self, batch: Batch) -> None:
        """Add records, all of the system."""
        for name, values in _columns(batch).items():
            column = self.columns.setdefault(name, array("d"))
            column.extend([nan] * (self.count - len(column)))
            column.extend(values)
        self.count += len(batch)
        names = zip(batch.instance_ids, batch, strict=True)
        while self.columns and len(self.sample) < SAMPLE and (pair := next(names, None)):
            if pair[1].error is None and scores_of(pair[1].meta):
                self.sample.append(pair)


def _columns(batch: Batch) -> dict[str, array[float]]:
    """Return each score that one of the records has, NaN where another has none."""
    metas: list[Any] = batch.column("meta")
    if not any(metas):
        return {}
    try:  # as most logs have them
        plain = [meta["scores"] for meta in metas]
        return {x: array("d", [row[x] for row in plain]) for x in _names(plain)}
    except (KeyError, TypeError, OverflowError):
        scores = [scores_of(meta) for meta in metas]
        return {x: array("d", [_number(row.get(x)) for row in scores]) for x in _names(scores)}


def _names(scores: Iterable[Mapping[str, Any]]) -> dict[str, None]:
    return {name: None for row in scores for name in row}


def _number(value: Any) -> float:
    number = number_of(value)
    return nan if number is None else number


class LoggedScores:
    """The scores of all records, by system.

    Attributes:
        systems: System to its scores, of systems with records of logs.
    """

    def __init__(self) -> None:
        self.systems: dict[str, OfSystem] = {}

    @property
    def has_scores(self) -> bool:
        """Whether any record has a score."""
        return any(log.columns for log in self.systems.values())

    def watch(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield batches unchanged, and keep their scores; lines of JSON are of no log."""
        for batch in batches:
            if not batch.has_views():
                for system, part in split_by_system(batch):
                    self.systems.setdefault(system, OfSystem()).add(part)
            yield batch
