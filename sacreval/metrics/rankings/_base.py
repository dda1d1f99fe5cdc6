"""Base classes of metrics that compare numbers with reference numbers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import CORRELATION, FROM_ZERO, ScoreScale
from sacreval.core.metric import Metric, Origin, SampleMetric
from sacreval.core.options.field_types import NUMBER, NUMBERS, Kind
from sacreval.errors import RecordError, UsageError

if TYPE_CHECKING:
    from sacreval.core.metric import Array


class NumberMetric(Metric):
    """A metric of one number a record, with reference numbers."""

    tasks: ClassVar[tuple[str, ...]] = ("regression",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": NUMBER, "references": NUMBERS}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": 3.5, "references": [4]},
        {"prediction": 1, "references": [0.5]},
        {"prediction": 2.0, "references": [2.5]},
    )


class CorrelationMetric(NumberMetric, SampleMetric):
    """A correlation of predictions with references, over the records of a system."""

    score_scale = ScoreScale(spans=CORRELATION)
    single_reference: ClassVar[bool] = True
    origin = Origin(counterpart="scipy:correlation")

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return prediction and reference."""
        return float(prediction), float(prepared[0])

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Report the correlation as undefined if predictions or references are constant."""
        same = (rows == rows[0]).all(axis=0).any()
        return {self.outputs[0]: "a side is constant"} if same else {}


class MeanErrorMetric(NumberMetric):
    """A mean error of numbers; with several references the closest counts."""

    score_scale = ScoreScale(mean=True, spans=FROM_ZERO)
    higher_is_better: ClassVar[bool] = False

    @abstractmethod
    def loss(self, error: float) -> float:
        """Return the loss of one absolute error, 0 or more."""

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the loss of the closest reference, and a count.

        Raises:
            RecordError: If the loss is not finite.
        """
        loss = self.loss(float(min(abs(prediction - reference) for reference in prepared)))
        if not isfinite(loss):
            raise RecordError(
                "the error exceeds the largest number, 1.8e308; scale both sides down"
            )
        return loss, 1.0

    def mean(self, sums: Array) -> Array:
        """Divide sums of rows by their counts.

        Args:
            sums: Array (..., 2).

        Returns:
            Array (...).

        Raises:
            UsageError: If a sum of losses is not finite.
        """
        import numpy as np

        if np.isinf(sums[..., 0]).any():
            raise UsageError(
                f"{self.name}: the sum of the errors exceeds the largest number, 1.8e308; scale "
                "both sides down"
            )
        mean: Array = sums[..., 0] / sums[..., 1]
        return mean
