"""Pearson correlation with one reference number a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.core.metric import metrics
from sacreval.metrics.rankings._base import CorrelationMetric
from sacreval.stats.association.weighted import moderate, pearson

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("pearson")
@dataclass(frozen=True, kw_only=True)
class Pearson(CorrelationMetric):
    """Pearson correlation of numbers with their references, -1 to 1.

    Higher is better. It is computed over the records of a system, which have one reference each.
    If all predictions or all references are equal, the correlation is undefined: 0 is reported,
    with a notice.

    Source: scipy.stats.
    """

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Correlate weighted samples."""
        x, y = map(moderate, rows.T)
        dx, dy = moderate(x - x.mean()), moderate(y - y.mean())
        return {"pearson": pearson(dx, dy, weights)}
