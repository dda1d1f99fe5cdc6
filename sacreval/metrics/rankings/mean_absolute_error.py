"""Mean absolute error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.core.metric import Origin, metrics
from sacreval.metrics.rankings._base import MeanErrorMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("mean-absolute-error")
@dataclass(frozen=True, kw_only=True)
class MeanAbsoluteError(MeanErrorMetric):
    """Mean absolute error of numbers; 0 or more, lower is better.

    With several references the closest counts.

    Source: scikit-learn's definition.
    """

    origin = Origin(counterpart="scikit_learn:mean_absolute_error")

    def loss(self, error: float) -> float:
        """Return the error itself."""
        return error

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide by the count."""
        return {"mean_absolute_error": self.mean(sums)}
