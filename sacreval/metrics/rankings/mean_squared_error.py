"""Mean squared error, and its root."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.core.metric import Origin, metrics
from sacreval.metrics.rankings._base import MeanErrorMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("mean-squared-error")
@dataclass(frozen=True, kw_only=True)
class MeanSquaredError(MeanErrorMetric):
    """Mean squared error of numbers, and its root; 0 or more, lower is better.

    With several references the closest counts.

    Source: scikit-learn's definition.
    """

    origin = Origin(counterpart="scikit_learn:mean_squared_error")

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the mean and of its root."""
        return ("mean_squared_error", "root_mean_squared_error")

    def loss(self, error: float) -> float:
        """Square the error."""
        return error * error

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide by the count, and take the root."""
        import numpy as np

        mean = self.mean(sums)
        return {"mean_squared_error": mean, "root_mean_squared_error": np.sqrt(mean)}
