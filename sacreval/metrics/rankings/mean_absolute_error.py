"""Mean absolute error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.field_types import NUMBER, NUMBERS, Kind
from sacreval.core.metric import MeanMetric, metrics
from sacreval.metrics.rankings._magnitude import finite, summed

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("mean-absolute-error")
@dataclass(frozen=True, kw_only=True)
class MeanAbsoluteError(MeanMetric):
    """Mean absolute error of numbers; 0 or more, lower is better.

    With several references the closest counts.

    Source: scikit-learn's definition.
    """

    counterpart: ClassVar[str] = "scikit_learn:mean_absolute_error"
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
        """Return the name of the one output, `mean_absolute_error`."""
        return ("mean_absolute_error",)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the error to the closest reference."""
        return (finite(float(min(abs(prediction - reference) for reference in prepared))),)

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide by the count."""
        return {"mean_absolute_error": summed(sums[..., 0], self.name) / sums[..., 1]}
