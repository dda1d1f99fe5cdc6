"""The matrices that a run compares: the scores of metrics and of people, looked up once by name."""

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
    """The scores of one metric and of people, systems x inputs, NaN where missing."""

    x: Floats
    z: Floats


@dataclass(frozen=True)
class Matrices:
    """Metrics and a human score on one grid.

    Attributes:
        data: The scores that take part, after selection.
        human: Name of the human score.
        z: The human scores, systems x inputs.
        x: Name of a metric to its scores, of the same shape.
        system_scores: At system level, `means` of inputs or official scores from `files`.
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
        """Look the matrices up.

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
        """Return the two sides of a metric at a level; official system scores have one column.

        Raises:
            UsageError: There are no official system scores of the metric or of people.
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
