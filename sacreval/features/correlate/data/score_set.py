"""Scores and judgments as matrices of shape (systems, instances), NaN where missing."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from sacreval.stats.arrays import Bools, Floats

if TYPE_CHECKING:
    from sacreval.features.correlate.data.own_scores import OwnScores

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
    own: Mapping[str, "OwnScores"] = field(default_factory=dict)

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
            own={name: scores.keep(systems, columns) for name, scores in self.own.items()},
        )

    def noted(self, *notes: str) -> "ScoreSet":
        """Return the set with additional notes."""
        return replace(self, notes=(*self.notes, *notes))
