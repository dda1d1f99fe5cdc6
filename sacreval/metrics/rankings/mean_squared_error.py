"""Mean squared error, and its root."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.field_types import NUMBER, NUMBERS, Kind
from sacreval.core.metric import Metric, metrics
from sacreval.metrics.rankings._magnitude import finite, summed

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("mean-squared-error")
@dataclass(frozen=True, kw_only=True)
class MeanSquaredError(Metric):
    """Mean squared error of numbers, and its root; 0 or more, lower is better.

    With several references the closest counts.

    Source: scikit-learn's definition.
    """

    counterpart: ClassVar[str] = "scikit_learn:mean_squared_error"
    tasks: ClassVar[tuple[str, ...]] = ("regression",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": NUMBER, "references": NUMBERS}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": 3.5, "references": [4]},
        {"prediction": 1, "references": [0.5]},
        {"prediction": 2.0, "references": [2.5]},
    )
    higher_is_better: ClassVar[bool] = False

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the mean and of its root."""
        return ("mean_squared_error", "root_mean_squared_error")

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the squared error to the closest reference, and a count."""
        error = float(min(abs(prediction - reference) for reference in prepared))
        return finite(error * error), 1.0

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide by the count."""
        import numpy as np

        mean = summed(sums[..., 0], self.name) / sums[..., 1]
        return {"mean_squared_error": mean, "root_mean_squared_error": np.sqrt(mean)}
