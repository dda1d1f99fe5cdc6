"""Rows of files merged into sets of scores: repeated values, means of raters, lengths."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from sacreval.core.records import by_id
from sacreval.errors import InputError, UsageError, nearest
from sacreval.features.correlate.data.score_set import (
    Leaf,
    Row,
    ScoreColumn,
    ScoreSet,
    SystemRow,
)
from sacreval.features.correlate.options import Duplicates, Repeated
from sacreval.stats.arrays import Floats

SMALLEST = 1e-100  # of the largest score, and the inverse of its greatest size


def score_set(
    rows: Iterable[Row | ScoreColumn],
    system_rows: Iterable[SystemRow] = (),
    *,
    duplicates: Duplicates = "error",
) -> ScoreSet:
    """Merge rows by instance and system.

    Args:
        rows: Rows of any number of files, in any order; and whole files of one score.
        system_rows: Official system scores.
        duplicates: Value of an output with two different values of one name: `error` refuses them,
            `first`, `last` and `mean` choose. Equal values are merged.

    Raises:
        InputError: Two different values with `duplicates="error"`, or no rows at all.
    """
    grid = ScoreGrid(duplicates)
    for row in rows:
        if isinstance(row, ScoreColumn):
            grid.add_column(row)
        else:
            grid.add(row)
    return grid.built(list(system_rows))


class ScoreGrid:
    """A mutable table of cells that becomes a `ScoreSet`."""

    def __init__(self, duplicates: Duplicates) -> None:
        """Create an empty grid; see `score_set` for `duplicates`."""
        self._duplicates = duplicates
        self._kinds: dict[str, str] = {}
        self._instances: dict[str, None] = {}
        self._scores: dict[str, dict[tuple[str, str], Leaf]] = {}
        self._judgments: dict[str, dict[tuple[str, str], Leaf]] = {}
        self._repeats: dict[tuple[int, str, str, str], list[Leaf]] = {}
        self._n_repeats = {"scores": 0, "judgments": 0}

    def add(self, row: Row) -> None:
        """Add a row.

        Raises:
            InputError: Two different values with `duplicates="error"`.
        """
        self._kinds.setdefault(row.system, row.kind)
        self._instances.setdefault(row.instance)
        key = row.system, row.instance
        for table, cells in ((self._scores, row.scores), (self._judgments, row.judgments)):
            for name, value in cells.items():
                values = table.get(name)
                if values is None:
                    values = table[name] = {}  # a score without any value can be selected too
                if value is None:
                    continue
                if key in values:
                    self._put(table, name, key, value, row.place)
                else:
                    values[key] = value

    def add_column(self, column: ScoreColumn) -> None:
        """Add all scores of one name in one file.

        Raises:
            InputError: Two different values with `duplicates="error"`.
        """
        table = self._judgments if column.is_judgment else self._scores
        if column.name in table:
            for row in column.rows():
                self.add(row)
            return
        for system, kind in column.kinds.items():
            self._kinds.setdefault(system, kind)
        self._instances |= dict.fromkeys(instance for _, instance in column.cells)
        table[column.name] = {key: v for key, v in column.cells.items() if v is not None}

    def _put(
        self,
        table: dict[str, dict[tuple[str, str], Leaf]],
        name: str,
        key: tuple[str, str],
        value: Leaf,
        place: str,
    ) -> None:
        cells = table.setdefault(name, {})
        earlier = cells.get(key)
        what = "judgments" if table is self._judgments else "scores"
        if earlier is None or self._duplicates == "last":
            self._n_repeats[what] += earlier is not None
            cells[key] = value
        elif earlier == value or self._duplicates == "first":
            self._n_repeats[what] += 1
        elif self._duplicates == "mean":
            self._n_repeats[what] += 1
            self._repeats.setdefault((id(table), name, *key), [earlier]).append(value)
            cells[key] = _mean_of(self._repeats[id(table), name, *key])
        else:
            system, instance = key
            raise InputError(
                f"{place}: system {system!r} has a second, different {name!r} for instance "
                f"{instance!r}; remove one, or choose with --duplicates first, last or mean."
            )

    def built(self, system_rows: Sequence[SystemRow] = ()) -> ScoreSet:
        """Return the set of all added rows.

        Raises:
            InputError: No row was added.
        """
        if not self._kinds and not system_rows:
            raise InputError(
                "No scores were found in the input; give files with at least one score."
            )
        systems = tuple(sorted(self._kinds.keys() | {row.system for row in system_rows}))
        instances = tuple(sorted(self._instances, key=by_id(self._instances)))
        place = {s: i for i, s in enumerate(systems)}, {c: i for i, c in enumerate(instances)}
        scores, _ = _matrices(self._scores, place)
        judgments, ratings = _matrices(self._judgments, place)
        notes = tuple(self._notes())
        system_scores = _vectors([r for r in system_rows if not r.is_judgment], place[0])
        official = _vectors([r for r in system_rows if r.is_judgment], place[0])
        for table in (scores, judgments, system_scores, official):
            _check_sizes(table)
        return ScoreSet(
            systems,
            instances,
            frozenset(s for s, kind in self._kinds.items() if kind == "reference"),
            scores,
            judgments,
            ratings,
            system_scores,
            official,
            notes,
            other_types={s: x for s, x in self._kinds.items() if x not in ("peer", "reference")},
        )

    def _notes(self) -> list[str]:
        """Return how many repeated values were merged, and how."""
        how = "equal" if self._duplicates == "error" else self._duplicates
        return [
            f"1 repeated {what.removesuffix('s')} was merged ({how})."
            if count == 1
            else f"{count} repeated {what} were merged ({how})."
            for what, count in self._n_repeats.items()
            if count
        ]


def _check_sizes(table: Mapping[str, Floats]) -> None:
    """Check that squares of scores are finite, and those of the largest above 0."""
    for name, values in table.items():
        size = np.fmax.reduce(np.abs(values), axis=None, initial=0.0)
        if size and not SMALLEST < size < 1.0 / SMALLEST:
            raise InputError(
                f"{name}: the largest score is {size:.3g}, and correlations square scores; "
                f"{'divide' if size > 1 else 'multiply'} all by one power of ten"
            )


def _mean_of(values: list[Leaf]) -> float:
    return math.fsum(map(_mean, values)) / len(values)


def _mean(value: Leaf) -> float:
    if not isinstance(value, list):
        return float("nan") if value is None else float(value)
    ratings = [v for v in value if v is not None]
    # `fsum` is exact, so that the mean does not depend on the order of raters.
    return math.fsum(ratings) / len(ratings) if ratings else float("nan")


def _matrices(
    tables: dict[str, dict[tuple[str, str], Leaf]],
    place: tuple[dict[str, int], dict[str, int]],
) -> tuple[dict[str, Floats], dict[str, Floats]]:
    """Create a matrix of means for each name, and an array of ratings if values are lists."""
    shape = len(place[0]), len(place[1])
    means: dict[str, Floats] = {}
    ratings: dict[str, Floats] = {}
    for name in sorted(tables):
        cells = tables[name]
        means[name] = np.full(shape, np.nan)
        row = np.array([place[0][s] for s, _ in cells], dtype=np.int64)
        column = np.array([place[1][i] for _, i in cells], dtype=np.int64)
        means[name][row, column] = [_mean(v) for v in cells.values()]
        raters = max((len(v) for v in cells.values() if isinstance(v, list)), default=0)
        if raters:
            ratings[name] = np.full((*shape, raters), np.nan)
            for r, c, value in zip(row, column, cells.values(), strict=True):
                listed = value if isinstance(value, list) else [value]
                ratings[name][r, c, : len(listed)] = [np.nan if v is None else v for v in listed]
    return means, ratings


def _vectors(rows: list[SystemRow], place: dict[str, int]) -> dict[str, Floats]:
    vectors: dict[str, Floats] = {}
    for row in rows:
        vectors.setdefault(row.name, np.full(len(place), np.nan))[place[row.system]] = row.value
    return vectors


def split_rows(
    rows: Iterable[Row],
    system_rows: Iterable[SystemRow],
    by: Sequence[str],
    *,
    duplicates: Duplicates = "error",
) -> dict[str, ScoreSet]:
    """Split rows by the values of groups.

    A row without the groups, such as a score whose judgment has them, belongs to the task of the
    other rows of its instance.

    Args:
        rows: Rows of any number of files, in any order.
        system_rows: Official system scores; those without all the groups are left out.
        by: Names of groups, whose values form the name of the task; if empty, there is a single
            task with an empty name.
        duplicates: See `score_set`.

    Returns:
        Name of a task to its scores, sorted.

    Raises:
        UsageError: No row has one of the groups.
        InputError: A row belongs to no task, or to several.
    """
    if not by:
        return {"": score_set(rows, list(system_rows), duplicates=duplicates)}
    grids: dict[str, ScoreGrid] = {}
    unplaced: list[Row] = []
    tasks: dict[str, set[str]] = {}  # of each instance
    names: dict[str, None] = {}
    for row in rows:
        names |= dict.fromkeys(row.groups or ())
        task = _task(row.groups, by)
        if task is None:
            unplaced.append(row)
        else:
            grids.setdefault(task, ScoreGrid(duplicates)).add(row)
            tasks.setdefault(row.instance, set()).add(task)
    _check(by, names)
    for row in unplaced:
        grids[_task_of_instance(row, tasks, by)].add(row)
    official: dict[str, list[SystemRow]] = {}
    for system in system_rows:
        official.setdefault(_task(system.groups, by) or "", []).append(system)
    return {task: grids[task].built(official.get(task, ())) for task in sorted(grids)}


def _task(groups: Mapping[str, str] | None, by: Sequence[str]) -> str | None:
    values = [(groups or {}).get(name) for name in by]
    present = [value for value in values if value is not None]
    return "/".join(present) if len(present) == len(by) else None


def _check(by: Sequence[str], names: Mapping[str, None]) -> None:
    for name in by:
        if name not in names:
            raise UsageError(f"--tasks-by {name}: no output has this group; {nearest(name, names)}")


def _task_of_instance(row: Row, tasks: Mapping[str, set[str]], by: Sequence[str]) -> str:
    known = tasks.get(row.instance, set())
    if len(known) == 1:
        return next(iter(known))
    why = "several tasks have it" if known else "no other line of this instance has it"
    raise InputError(
        f"{row.place}: the line of instance {row.instance!r} has no {' and '.join(by)}, "
        f"and {why}; add it to `groups`."
    )


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
