"""Area under the ROC curve of scores for a yes or no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.kinds import BINARY, NUMBER, Kind, many
from sacreval.metric import SampleMetric, metrics
from sacreval.stats.weighted import roc_auc, steps

if TYPE_CHECKING:
    from sacreval.metric import Array


@metrics.register("roc-auc")
@dataclass(frozen=True, kw_only=True)
class RocAuc(SampleMetric):
    """ROC AUC: the chance that a positive record has the larger score, 0 to 1.

    The prediction is a score, the first reference 0 or 1. Equal scores are taken together; the
    value is a half where it is undefined. A row holds both numbers.

    Source: scikit-learn's definition.
    """

    tasks: ClassVar[tuple[str, ...]] = ("probabilities",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": NUMBER, "references": many(BINARY)}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": 0.9, "references": [1]},
        {"prediction": 0.3, "references": [0]},
        {"prediction": 0.6, "references": [0]},
    )

    @property
    def outputs(self) -> tuple[str, ...]:
        """One number, `roc_auc`."""
        return ("roc_auc",)

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Give prediction and reference."""
        return float(prediction), float(prepared[0])

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Walk down the scores of weighted samples."""
        return {"roc_auc": roc_auc(steps(rows[:, 0], rows[:, 1], weights))}
