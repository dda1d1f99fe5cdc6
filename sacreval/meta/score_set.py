"""Scores and judgments as matrices of shape (systems, instances), NaN where missing."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

import numpy as np

from sacreval.core.records import by_id
from sacreval.errors import InputError
from sacreval.stats.arrays import Bools, Floats

Duplicates = Literal["error", "first", "last", "mean"]
Leaf = float | list[float | None] | None


class Row(NamedTuple):
    """The scores of one output on one line of a file.

    Attributes:
        system: Id of the system.
        instance: Id of the input.
        kind: `peer`, `reference` for a human text, or another type of system.
        scores: Metric scores by flat name.
        judgments: Human scores by flat name, as numbers or as lists with one number per rater.
        place: File and line, for messages.
        groups: Names to values of groups, such as a domain or a language pair.
        length: Number of characters of the output, where the file has it.
    """

    system: str
    instance: str
    kind: str
    scores: Mapping[str, Leaf]
    judgments: Mapping[str, Leaf]
    place: str
    groups: Mapping[str, str] | None = None
    length: int | None = None


class SystemRow(NamedTuple):
    """An official score of a whole system, such as corpus BLEU."""

    system: str
    name: str
    value: float
    is_judgment: bool
    groups: Mapping[str, str] | None = None


@dataclass(frozen=True)
class ScoreSet:
    """Scores of systems on instances.

    Attributes:
        systems: Ids of the rows of every matrix, sorted.
        instances: Ids of the columns of every matrix, sorted (numbers by value).
        references: Ids of the systems that are references.
        scores: Metric name to matrix, shape (systems, instances).
        judgments: Name of a human score to matrix, the mean over raters.
        ratings: Name of a human score to array, shape (systems, instances, raters), if judgments
            are lists.
        system_scores: Metric name to official system scores, shape (systems,).
        system_judgments: Name of a human score to official system scores, shape (systems,).
        notes: Notes on how the set was created, for readers of results.
        pairs: Metric name to scores against the references without each human text, array
            (systems, instances, human texts): those of systems, and of that human text alone.
        other_types: System to its type, of those that are neither peers nor references.
    """

    systems: tuple[str, ...]
    instances: tuple[str, ...]
    references: frozenset[str] = frozenset()
    scores: Mapping[str, Floats] = field(default_factory=dict)
    judgments: Mapping[str, Floats] = field(default_factory=dict)
    ratings: Mapping[str, Floats] = field(default_factory=dict)
    system_scores: Mapping[str, Floats] = field(default_factory=dict)
    system_judgments: Mapping[str, Floats] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    pairs: Mapping[str, Floats] = field(default_factory=dict)
    other_types: Mapping[str, str] = field(default_factory=dict)

    def type_of(self, system: str) -> str:
        """Return the type of a system."""
        if system in self.references:
            return "reference"
        return self.other_types.get(system, "peer")

    def keep(self, systems: Bools, instances: Bools | None = None) -> "ScoreSet":
        """Select systems and instances.

        Args:
            systems: Whether to keep each system, shape (systems,).
            instances: Whether to keep each instance, shape (instances,); by default all.
        """
        columns = np.ones(len(self.instances), dtype=bool) if instances is None else instances

        def cells(matrices: Mapping[str, Floats]) -> dict[str, Floats]:
            return {name: m[systems][:, columns] for name, m in matrices.items()}

        def rows(vectors: Mapping[str, Floats]) -> dict[str, Floats]:
            return {name: v[systems] for name, v in vectors.items()}

        return replace(
            self,
            systems=tuple(s for s, kept in zip(self.systems, systems, strict=True) if kept),
            instances=tuple(i for i, kept in zip(self.instances, columns, strict=True) if kept),
            scores=cells(self.scores),
            judgments=cells(self.judgments),
            ratings=cells(self.ratings),
            pairs=cells(self.pairs),
            system_scores=rows(self.system_scores),
            system_judgments=rows(self.system_judgments),
        )

    def noted(self, *notes: str) -> "ScoreSet":
        """Return the set with additional notes."""
        return replace(self, notes=(*self.notes, *notes))


def score_set(
    rows: Iterable[Row],
    system_rows: Iterable[SystemRow] = (),
    *,
    duplicates: Duplicates = "error",
    notes: tuple[str, ...] = (),
) -> ScoreSet:
    """Merge rows by instance and system.

    Args:
        rows: Rows of any number of files, in any order.
        system_rows: Official system scores.
        duplicates: Value of an output with two different values of one name: `error` refuses them,
            `first`, `last` and `mean` choose. Equal values are merged.
        notes: Notes of the set.

    Raises:
        InputError: Two different values with `duplicates="error"`, or no rows at all.
    """
    grid = Grid(duplicates)
    for row in rows:
        grid.add(row)
    return grid.built(list(system_rows), notes)


class Grid:
    """A mutable table of cells that becomes a `ScoreSet`."""

    def __init__(self, duplicates: Duplicates) -> None:
        """Create an empty grid; see `score_set` for `duplicates`."""
        self._duplicates = duplicates
        self._kinds: dict[str, str] = {}
        self._instances: dict[str, None] = {}
        self._scores: dict[str, dict[tuple[str, str], Leaf]] = {}
        self._judgments: dict[str, dict[tuple[str, str], Leaf]] = {}
        self._repeats: dict[tuple[int, str, str, str], list[Leaf]] = {}
        self._n_repeats = 0

    def add(self, row: Row) -> None:
        """Add a row.

        Raises:
            InputError: Two different values with `duplicates="error"`.
        """
        self._kinds.setdefault(row.system, row.kind)
        self._instances.setdefault(row.instance)
        for table, cells in ((self._scores, row.scores), (self._judgments, row.judgments)):
            for name, value in cells.items():
                table.setdefault(name, {})  # a score without any value can be selected too
                if value is not None:
                    self._put(table, name, (row.system, row.instance), value, row.place)

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
        if earlier is None or self._duplicates == "last":
            self._n_repeats += earlier is not None
            cells[key] = value
        elif earlier == value or self._duplicates == "first":
            self._n_repeats += 1
        elif self._duplicates == "mean":
            self._n_repeats += 1
            self._repeats.setdefault((id(table), name, *key), [earlier]).append(value)
            cells[key] = _mean_of(self._repeats[id(table), name, *key])
        else:
            system, instance = key
            raise InputError(
                f"{place}: system {system!r} has a second, different {name!r} for instance "
                f"{instance!r}; remove one, or choose with --duplicates first, last or mean."
            )

    def built(self, system_rows: Sequence[SystemRow] = (), notes: tuple[str, ...] = ()) -> ScoreSet:
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
        if self._n_repeats:
            how = "equal" if self._duplicates == "error" else self._duplicates
            notes = (*notes, f"{self._n_repeats} repeated scores were merged ({how}).")
        return ScoreSet(
            systems,
            instances,
            frozenset(s for s, kind in self._kinds.items() if kind == "reference"),
            scores,
            judgments,
            ratings,
            _vectors([r for r in system_rows if not r.is_judgment], place[0]),
            _vectors([r for r in system_rows if r.is_judgment], place[0]),
            notes,
            other_types={s: x for s, x in self._kinds.items() if x not in ("peer", "reference")},
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
