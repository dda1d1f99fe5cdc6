"""Metrics of scores for a yes or no, by every threshold there is: what they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sacreval.core.field_types import BINARY, NUMBER, Kind, many
from sacreval.core.metric import SampleMetric


class CurveMetric(SampleMetric):
    """A metric of scores beside 0 or 1. A row holds both numbers."""

    tasks: ClassVar[tuple[str, ...]] = ("probabilities",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": NUMBER, "references": many(BINARY)}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": 0.9, "references": [1]},
        {"prediction": 0.3, "references": [0]},
        {"prediction": 0.6, "references": [0]},
    )

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return prediction and reference."""
        return float(prediction), float(prepared[0])
