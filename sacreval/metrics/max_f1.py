"""The largest F1 that any threshold on scores for a yes or no gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.kinds import BINARY, NUMBER, Kind, many
from sacreval.metric import SampleMetric, metrics
from sacreval.stats.weighted import max_f1, steps

if TYPE_CHECKING:
    from sacreval.metric import Array


@metrics.register("max-f1")
@dataclass(frozen=True, kw_only=True)
class MaxF1(SampleMetric):
    """Largest F1 of a yes or no by any threshold, and its precision and recall, 0 to 1.

    The prediction is a score, the first reference 0 or 1; scores that reach the threshold are a
    yes. The threshold is chosen on the data that is scored, so that the numbers flatter: compare
    them with their like alone. Without a positive they are 0. A row holds both numbers.

    Source: Unitxt's max_f1_binary; the largest threshold of equally good ones.
    """

    tasks: ClassVar[tuple[str, ...]] = ("probabilities",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": NUMBER, "references": many(BINARY)}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": 0.9, "references": [1]},
        {"prediction": 0.3, "references": [0]},
        {"prediction": 0.6, "references": [0]},
    )

    @property
    def outputs(self) -> tuple[str, ...]:
        """F1, precision, recall, and the threshold."""
        return ("max_f1", "max_f1_precision", "max_f1_recall", "max_f1_threshold")

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Give prediction and reference."""
        return float(prediction), float(prepared[0])

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Walk down the scores of weighted samples."""
        import numpy as np

        best = max_f1(steps(rows[:, 0], rows[:, 1], weights))
        threshold = np.unique(rows[:, 0])[::-1][best.place]
        return dict(
            zip(self.outputs, (best.f1, best.precision, best.recall, threshold), strict=True)
        )
