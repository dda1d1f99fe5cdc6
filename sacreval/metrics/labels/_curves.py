"""Base classes of metrics of binary outcomes: of probabilities, and of scores over thresholds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sacreval.core.field_types import BINARY, NUMBER, PROBABILITY, Kind, many
from sacreval.core.metric import Metric, SampleMetric
from sacreval.core.metric_values import SHARE, Spans


class BinaryMetric(Metric):
    """A metric of one number a record, with references 0 or 1."""

    tasks: ClassVar[tuple[str, ...]] = ("probabilities",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": NUMBER, "references": many(BINARY)}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": 0.9, "references": [1]},
        {"prediction": 0.3, "references": [0]},
        {"prediction": 0.6, "references": [0]},
    )


class ProbabilityMetric(BinaryMetric):
    """An error of probabilities of a binary outcome."""

    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": PROBABILITY, "references": many(BINARY)}
    higher_is_better: ClassVar[bool] = False


class CurveMetric(BinaryMetric, SampleMetric):
    """A metric of scores over all thresholds."""

    spans: ClassVar[Spans] = SHARE
    skewed: ClassVar[bool] = True

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the prediction and its reference, 0 or 1."""
        return float(prediction), float(prepared[0])
