"""The matrices of metric scores and human scores that a run compares, looked up once by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sacreval.errors import UsageError
from sacreval.meta.score_set import ScoreSet
from sacreval.meta.selection import human_scores, metric_scores
from sacreval.stats.arrays import Floats
from sacreval.stats.levels import Level

SystemScores = Literal["means", "files"]


class Sides(NamedTuple):
    """Scores of one metric (x) and human scores (z), shape (systems, inputs), NaN where missing."""

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
        system_scores: System-level scores: `means` of inputs, or official scores from `files`.
    """

    data: ScoreSet
    human: str
    z: Floats
    x: Mapping[str, Floats]
    system_scores: SystemScores = "means"

    @classmethod
    def of(
        cls,
        data: ScoreSet,
        metrics: Sequence[str],
        human: str,
        system_scores: SystemScores = "means",
    ) -> "Matrices":
        """Look up the matrices.

        Raises:
            UsageError: An unknown name.
        """
        x = {name: metric_scores(data, name) for name in metrics}
        return cls(data, human, human_scores(data, human), x, system_scores)

    @property
    def metrics(self) -> list[str]:
        """The names of the metrics."""
        return list(self.x)

    def at(self, metric: str, level: Level) -> Sides:
        """Return the scores of a metric and human scores at a level.

        Official system scores have shape (systems, 1).

        Raises:
            UsageError: No official system scores of the metric, or no human ones.
        """
        if level is Level.SYSTEM and self.system_scores == "files":
            return self._official(metric)
        return Sides(self.x[metric], self.z)

    def _official(self, metric: str) -> Sides:
        x = self.data.system_scores.get(metric)
        z = self.data.system_judgments.get(self.human)
        if x is None or z is None:
            missing = metric if x is None else self.human
            raise UsageError(
                f"There are no official system scores of {missing!r}; give its .sys.score file, or "
                "use --system-scores means."
            )
        return Sides(x[:, None], z[:, None])
