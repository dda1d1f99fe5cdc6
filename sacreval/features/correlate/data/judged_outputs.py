"""Outputs with scores of judges and human scores: their lengths, and repetitions of judges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np

from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Leaf, Row, ScoreSet
from sacreval.stats.arrays import Floats

Repeated = Literal["error", "first", "last", "mean", "repeats"]


class JudgedOutputs(NamedTuple):
    """Scores and judgments on one grid, with what only trust in judges needs.

    Attributes:
        data: Scores and judgments; a score with repetitions is their mean.
        lengths: Number of characters of each output, shape (systems, instances); NaN if unknown.
        repeats: Metric name to its repetitions, shape (systems, instances, repetitions), where a
            score is a list.
    """

    data: ScoreSet
    lengths: Floats
    repeats: Mapping[str, Floats]


def judged_outputs(
    rows: Iterable[Row],
    *,
    duplicates: Repeated = "error",
    directions: Mapping[str, bool | None] | None = None,
) -> JudgedOutputs:
    """Merge rows by instance and system.

    Args:
        rows: Rows of files, or of scored records.
        duplicates: Value of an output with two different values of one score: `repeats` are
            repetitions of the judge; see `score_set` for the others.
        directions: Name of a score to whether larger values are better, as its metric states.

    Raises:
        InputError: Two different values with `duplicates="error"`, or no rows at all.
    """
    listed = list(rows)
    if duplicates == "repeats":
        listed, duplicates = _joined(listed), "error"
    data = replace(score_set(listed, duplicates=duplicates), directions=directions or {})
    place = _Places(
        {name: i for i, name in enumerate(data.systems)},
        {name: i for i, name in enumerate(data.instances)},
    )
    return JudgedOutputs(data, _lengths(listed, place), _repeats(listed, place))


class _Places(NamedTuple):
    """Rows and columns of the grid by name."""

    systems: Mapping[str, int]
    instances: Mapping[str, int]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.systems), len(self.instances)

    def of(self, row: Row) -> tuple[int, int]:
        return self.systems[row.system], self.instances[row.instance]


def _joined(rows: Sequence[Row]) -> list[Row]:
    """Join the scores of one output by several rows to lists, in the first of these rows."""
    joined: dict[tuple[str, str, str], list[float | None]] = {}
    for row in rows:
        for name, value in row.scores.items():
            cell = joined.setdefault((row.system, row.instance, name), [])
            cell.extend(value if isinstance(value, list) else [value])
    merged = []
    for row in rows:
        scores: dict[str, Leaf] = {}
        for name in row.scores:
            values = joined.pop((row.system, row.instance, name), None)
            if values is not None:
                scores[name] = values[0] if len(values) == 1 else values
        merged.append(row._replace(scores=scores))
    return merged


def _lengths(rows: Sequence[Row], place: _Places) -> Floats:
    lengths = np.full(place.shape, np.nan)
    for row in rows:
        if row.length is not None:
            lengths[place.of(row)] = row.length
    return lengths


def _repeats(rows: Sequence[Row], place: _Places) -> dict[str, Floats]:
    listed: dict[str, dict[tuple[int, int], list[float | None]]] = {}
    for row in rows:
        for name, value in row.scores.items():
            if isinstance(value, list):
                listed.setdefault(name, {})[place.of(row)] = value
    repeats = {}
    for name, cells in sorted(listed.items()):
        most = max(map(len, cells.values()))
        repeats[name] = np.full((*place.shape, most), np.nan)
        for cell, values in cells.items():
            repeats[name][cell][: len(values)] = [np.nan if v is None else v for v in values]
    return repeats
