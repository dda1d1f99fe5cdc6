"""Area under the ROC curve of binary classification scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.core.metric import Origin, metrics
from sacreval.metrics.labels._curves import CurveMetric
from sacreval.stats.association.weighted import roc_auc, steps

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("roc-auc")
@dataclass(frozen=True, kw_only=True)
class RocAuc(CurveMetric):
    """ROC AUC: the probability that a positive record scores above a negative one, 0 to 1.

    Higher is better. The prediction is a score, its one reference 0 or 1. A tie counts half. If
    all references are the same, the metric is undefined: 0.5 is reported, with a notice.

    Source: scikit-learn's definition.
    """

    origin = Origin(counterpart="scikit_learn:roc_auc")

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Report the metric as undefined if all references are the same."""
        constant = (rows[:, 1] == rows[0, 1]).all()
        return {"roc_auc": "all references are the same"} if constant else {}

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Compute the metric for every weighted sample."""
        return {"roc_auc": roc_auc(steps(rows[:, 0], rows[:, 1], weights))}
