"""Largest F1 over all thresholds on binary classification scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sacreval.core.metric import Direction, ScoreScale, metrics
from sacreval.metrics.labels._curves import CurveMetric
from sacreval.stats.association.weighted import max_f1, steps

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("max-f1")
@dataclass(frozen=True, kw_only=True)
class MaxF1(CurveMetric):
    """Largest F1 of a binary decision over all thresholds, with its precision and recall, 0 to 1.

    Higher is better. The prediction is a score, its one reference 0 or 1; scores that reach the
    threshold are positive. The threshold is chosen on the data that is scored, so the scores are
    optimistic: compare them only with scores chosen in the same way. Without positive references
    F1 is undefined: 0 is reported, with a notice.

    Source: Unitxt's max_f1_binary; of equally good thresholds, the largest is reported.
    """

    optimistic: ClassVar[bool] = True
    score_scale = ScoreScale(  # a threshold is any number
        greatest={"max_f1": 1.0, "max_f1_precision": 1.0, "max_f1_recall": 1.0}
    )
    higher_is_better: ClassVar[Mapping[str, Direction]] = {
        "max_f1": True,
        "max_f1_precision": True,
        "max_f1_recall": True,
        "max_f1_threshold": None,
    }

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of F1, precision, recall and the threshold."""
        return ("max_f1", "max_f1_precision", "max_f1_recall", "max_f1_threshold")

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Compute the metric for every weighted sample."""
        import numpy as np

        best = max_f1(steps(rows[:, 0], rows[:, 1], weights))
        threshold = np.unique(rows[:, 0])[::-1][best.place]
        return dict(
            zip(self.outputs, (best.f1, best.precision, best.recall, threshold), strict=True)
        )
