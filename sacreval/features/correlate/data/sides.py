"""The matrices of metric scores and human scores that a run compares, looked up once by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from sacreval.errors import UsageError
from sacreval.features.correlate.data.own_scores import OwnScores, OwnSides, common
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.selection import human_scores, metric_scores
from sacreval.features.correlate.data.whole_systems import with_systems_only
from sacreval.features.correlate.measures.coefficients import Cell
from sacreval.stats.arrays import Floats
from sacreval.stats.association.levels import Level

SystemScores = Literal["auto", "metric", "mean", "files"]


class Sides(NamedTuple):
    """Scores of one metric (x) and human scores (z), shape (systems, inputs), NaN where missing.

    Scores pair by pair have shape (systems, inputs, human texts), and human scores are repeated.
    """

    x: Floats
    z: Floats


@dataclass(frozen=True)
class Matrices:
    """Matrices of metrics and of a human score, of one shape.

    Attributes:
        data: The selected scores.
        human: Name of the human score.
        z: Human scores, shape (systems, inputs).
        x: Name of a metric to its scores, same shape.
        system_scores: System-level scores: those of the `metric` itself, the `mean` of inputs, or
            official scores from `files`.
    """

    data: ScoreSet
    human: str
    z: Floats
    x: Mapping[str, Floats]
    system_scores: SystemScores = "mean"

    @classmethod
    def of(
        cls,
        data: ScoreSet,
        metrics: Sequence[str],
        human: str,
        system_scores: SystemScores = "mean",
    ) -> "Matrices":
        """Look up the matrices.

        Raises:
            UsageError: An unknown name.
        """
        z = human_scores(data, human)
        x = {
            name: np.full(z.shape, np.nan)
            if system_scores == "files" and name in with_systems_only(data)
            else metric_scores(data, name)
            for name in metrics
        }
        return cls(data, human, z, x, system_scores)

    @property
    def metrics(self) -> list[str]:
        """The names of the metrics."""
        return list(self.x)

    def turned(self, metric: str) -> str | None:
        """Return which scores of a correlation are multiplied by -1: metric, human or both."""
        names = self.data.turned or frozenset()
        sides = {"metric": metric in names, "human": self.human in names}
        return "both" if all(sides.values()) else next((x for x in sides if sides[x]), None)

    def at(self, metric: str, level: Level, *, every_input: bool = False) -> Sides:
        """Return the scores of a metric and human scores at a level.

        Scores of whole systems have shape (systems, 1). At summary level human texts take part by
        their pairs, if the data have any.

        Args:
            metric: The metric.
            level: The level.
            every_input: Whether a metric's own scores of systems are over all inputs that it has.

        Raises:
            UsageError: No official system scores of the metric, or no human ones.
        """
        if self.has_no_inputs(level):
            return self._official(metric)
        if level is Level.SYSTEM and self.system_scores == "metric":
            own = common([self._own(metric)], self.z, every_input=every_input)
            return Sides(*own[0].vectors())
        if level is Level.SUMMARY and self.paired(metric):
            x = self._of_chosen_texts(self.data.pairs[metric])
            return Sides(x, np.broadcast_to(self.z[:, :, None], x.shape))
        return Sides(self.x[metric], self.z)

    def of_measure(self, metric: str, cell: Cell) -> Sides:
        """Return the same as `at`, without scores that an accuracy cannot order.

        Args:
            metric: The metric.
            cell: A coefficient at a level.
        """
        level, measure = cell
        x, z = self.x[metric], self.z
        if not measure.needs_inputs:
            x, z = self.at(metric, level, every_input=measure.every_input)
        lacking = measure.is_accuracy and metric in self.data.undirected
        return Sides(np.full_like(x, np.nan) if lacking else x, z)

    def outputs(self, metric: str, level: Level) -> Sides:
        """Return the same as `at`, with single outputs where scores of systems are made of them."""
        of_outputs = level is Level.SYSTEM and self.system_scores == "metric"
        return Sides(self.x[metric], self.z) if of_outputs else self.at(metric, level)

    def own_sides(self, cell: Cell, *metrics: str) -> list[OwnSides] | None:
        """Return metrics' own scores of systems with human scores, on the outputs that all have.

        Args:
            cell: A coefficient at a level.
            metrics: The metrics.

        Returns:
            One for each metric; None where the cell is not of such scores.
        """
        level, measure = cell
        if level is not Level.SYSTEM or self.system_scores != "metric" or measure.needs_inputs:
            return None
        return common([self._own(m) for m in metrics], self.z, every_input=measure.every_input)

    def has_no_inputs(self, level: Level) -> bool:
        """Return whether the scores at a level are official ones of whole systems."""
        return level is Level.SYSTEM and self.system_scores == "files"

    def source(self, metric: str, cell: Cell) -> str:
        """Return where the scores of systems are from: metric, mean or files."""
        has_none = self.system_scores == "metric" and metric not in self.data.own
        return "mean" if cell.measure.needs_inputs or has_none else self.system_scores

    def _own(self, metric: str) -> OwnScores:
        """Return what scores of systems are computed from; of others than its own the mean."""
        return self.data.own.get(metric) or OwnScores.of_means(self.x[metric])

    def paired(self, metric: str) -> bool:
        """Return whether a metric has scores pair by pair, and human texts take part."""
        there = self.data.references & set(self.data.systems)
        return metric in self.data.pairs and bool(there)

    def _of_chosen_texts(self, x: Floats) -> Floats:
        """Return scores pair by pair without the groups of human texts that take no part."""
        human = np.isin(self.data.systems, list(self.data.references))
        there = ~np.isnan(x[human]).all(axis=0)
        found: Floats = np.where(there, x, np.nan)
        return found

    def _official(self, metric: str) -> Sides:
        x = self.data.system_scores.get(metric)
        z = self.data.system_judgments.get(self.human)
        if x is None or z is None:
            missing = metric if x is None else self.human
            raise UsageError(
                f"There are no official system scores of {missing!r}; give its .sys.score file, or "
                "use --system-scores mean."
            )
        return Sides(x[:, None], z[:, None])
