"""Base class of metrics of binary classification scores over all thresholds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sacreval.core.field_types import BINARY, NUMBER, Kind, many
from sacreval.core.metric import SampleMetric


class CurveMetric(SampleMetric):
    """A metric of scores with references 0 or 1."""

    tasks: ClassVar[tuple[str, ...]] = ("probabilities",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": NUMBER, "references": many(BINARY)}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": 0.9, "references": [1]},
        {"prediction": 0.3, "references": [0]},
        {"prediction": 0.6, "references": [0]},
    )

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the prediction and its reference, 0 or 1."""
        return float(prediction), float(prepared[0])
