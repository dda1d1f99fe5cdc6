"""Average precision of binary classification scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.core.metric import Origin, metrics
from sacreval.metrics.labels._curves import CurveMetric
from sacreval.stats.association.weighted import average_precision, steps

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("average-precision")
@dataclass(frozen=True, kw_only=True)
class AveragePrecision(CurveMetric):
    """Average precision: the mean precision at the scores of positive records, 0 to 1.

    Higher is better. The prediction is a score, its one reference 0 or 1. Equal scores share a
    threshold; without positive records the metric is undefined: 0 is reported, with a notice.

    Source: scikit-learn's definition.
    """

    origin = Origin(counterpart="scikit_learn:average_precision")

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Compute the metric for every weighted sample."""
        return {"average_precision": average_precision(steps(rows[:, 0], rows[:, 1], weights))}
