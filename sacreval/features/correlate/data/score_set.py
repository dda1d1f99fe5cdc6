"""Scores and judgments as matrices of systems by instances; own scores of systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from sacreval.features.correlate.measures.measures import Measure, Plain
from sacreval.features.correlate.resampling.bootstrap import drawn_means, values_of_systems
from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.association.levels import Level, system_means
from sacreval.stats.draws import Resamples, Weights

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


class ScoreColumn(NamedTuple):
    """All scores of one name in one file, each of another output.

    Attributes:
        name: Name of the scores.
        is_judgment: Whether they are human scores.
        cells: System and instance of each output to its score, or None where it is missing.
        kinds: Type of each system.
        rows: Reads the same line by line, for messages that name one.
    """

    name: str
    is_judgment: bool
    cells: Mapping[tuple[str, str], float | None]
    kinds: Mapping[str, str]
    rows: Callable[[], Iterable[Row]]


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
        directions: Name of a score to whether larger values are better, None if neither are, as its
            metric states.
        turned: Names of scores that are multiplied by -1, since smaller ones are better; None as
            long as `meta.directions` has not turned any.
        undirected: Names of scores of which neither larger nor smaller values are better.
        own: Metric name to what its own scores of systems are computed from, as corpus BLEU.
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
    directions: Mapping[str, bool | None] = field(default_factory=dict)
    turned: frozenset[str] | None = None
    undirected: frozenset[str] = frozenset()
    own: Mapping[str, OwnScores] = field(default_factory=dict)

    def type_of(self, system: str) -> str:
        """Return the type of a system."""
        if system in self.references:
            return "reference"
        return self.other_types.get(system, "peer")

    def keep(self, systems: Bools, instances: Bools | None = None) -> ScoreSet:
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
            own={name: scores.keep(systems, columns) for name, scores in self.own.items()},
        )

    def noted(self, *notes: str) -> ScoreSet:
        """Return the set with additional notes."""
        return replace(self, notes=(*self.notes, *notes))


Reduce = Callable[[Floats], Floats]
"""The formula of a metric: sums of rows, shape (..., k), to scores, shape (...)."""


@dataclass(frozen=True)
class OwnScores:
    """What a score of a system is computed from, whichever outputs take part.

    Attributes:
        rows: Rows of outputs, shape (systems, inputs, k); NaN where an output has none.
        reduce: The formula of the score.
        sign: -1 where scores are turned, as smaller ones are better; else 1.
    """

    rows: Floats
    reduce: Reduce
    sign: float = 1.0

    @classmethod
    def of_means(cls, x: Floats) -> OwnScores:
        """Return the scores whose formula is the mean of scores of outputs.

        Args:
            x: Scores, shape (systems, inputs), NaN where missing.
        """
        return cls(
            np.stack([x, np.where(np.isnan(x), np.nan, 1.0)], axis=2),
            lambda sums: np.divide(sums[..., 0], sums[..., 1]),
        )

    @property
    def there(self) -> Bools:
        """Whether each output has a row, shape (systems, inputs)."""
        return np.asarray(~np.isnan(self.rows).any(axis=2))

    def keep(self, systems: Bools, inputs: Bools) -> OwnScores:
        """Select systems and inputs."""
        return replace(self, rows=self.rows[systems][:, inputs])

    def among(self, there: Bools) -> OwnScores:
        """Leave out single outputs.

        Args:
            there: Whether each takes part, shape (systems, inputs).
        """
        return replace(self, rows=np.where(there[:, :, None], self.rows, np.nan))

    def turned(self) -> OwnScores:
        """Return the scores multiplied by -1."""
        return replace(self, sign=-self.sign)

    def scores(self, counts: Weights | None = None) -> Floats:
        """Compute the scores of systems.

        Args:
            counts: How often each input is drawn, shape (draws, inputs); None for each once.

        Returns:
            Shape (draws, systems), NaN for a system without any output; one draw for None.
        """
        n_systems, n_inputs, _ = self.rows.shape
        weights = np.ones((1, n_inputs)) if counts is None else np.asarray(counts, dtype=float)
        there = self.there
        filled = np.where(there[:, :, None], self.rows, 0.0)
        sums = np.stack([weights @ filled[i] for i in range(n_systems)], axis=1)
        any_output = (weights @ there.T.astype(float)) > 0
        with np.errstate(invalid="ignore", divide="ignore"):
            scores: Floats = np.asarray(self.reduce(sums), dtype=float)
        return np.where(any_output, self.sign * scores, np.nan)


def own_scores(
    systems: Sequence[str],
    instances: Sequence[str],
    rows: Mapping[tuple[str, str], Mapping[str, Floats]],
    formulas: Mapping[str, tuple[str, Reduce]],
) -> dict[str, OwnScores]:
    """Return the scores of systems of metrics that have such scores of their own.

    Args:
        systems: Ids of systems.
        instances: Ids of inputs.
        rows: System and instance to the rows of each metric by its name, shape (k,) each.
        formulas: Output to its metric and its formula.
    """
    place = {s: i for i, s in enumerate(systems)}, {c: i for i, c in enumerate(instances)}
    tables: dict[str, Floats] = {}
    for (system, instance), each in rows.items():
        if system in place[0] and instance in place[1]:
            for name, row in each.items():
                if name not in tables:
                    tables[name] = np.full((len(systems), len(instances), len(row)), np.nan)
                tables[name][place[0][system], place[1][instance]] = row
    return {
        output: OwnScores(tables[name], formula)
        for output, (name, formula) in formulas.items()
        if name in tables
    }


class OwnSides(NamedTuple):
    """Scores of systems by one metric (x), and human scores (z), shape (systems, inputs)."""

    x: OwnScores
    z: Floats

    def vectors(self) -> tuple[Floats, Floats]:
        """Return scores of systems and means of human scores, shape (systems, 1) each."""
        return self.x.scores().T, system_means(self.z)[:, None]

    def replicates(self, measure: Measure, draws: Resamples) -> Floats:
        """Compute a measure of every resample, shape (resamples,), NaN where undefined."""
        coefficient = measure.fixed(*self.vectors(), Level.SYSTEM)
        if isinstance(measure, Plain):
            coefficient = measure.coefficient  # there is one group, so that all averages are alike
        if coefficient is None:
            raise ValueError(f"{measure.name} is no coefficient of scores of systems")
        people = partial(drawn_means, self.z)
        return values_of_systems(self.x.scores, people, coefficient, draws, self.z.shape)

    def turned(self) -> OwnSides:
        """Return the same with scores multiplied by -1."""
        return self._replace(x=self.x.turned())

    def taking_part(self) -> OwnSides:
        """Return the systems with both sides, and the inputs of any of them."""
        there, judged = self.x.there, ~np.isnan(self.z)
        systems: Bools = np.asarray(there.any(axis=1) & judged.any(axis=1))
        inputs: Bools = np.asarray((there | judged)[systems].any(axis=0))
        return OwnSides(self.x.keep(systems, inputs), self.z[systems][:, inputs])


def common(sides: Sequence[OwnScores], z: Floats, *, every_input: bool = False) -> list[OwnSides]:
    """Restrict metrics and human scores to the outputs that all of them have."""
    there = np.logical_and.reduce([x.there for x in sides])
    judged = ~np.isnan(z)
    people = np.where(judged if every_input else there & judged, z, np.nan)
    return [OwnSides(x.among(there if every_input else there & judged), people) for x in sides]
