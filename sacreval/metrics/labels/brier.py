"""Brier score (1950) of probabilities of a binary outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.field_types import BINARY, PROBABILITY, Kind, many
from sacreval.core.metric import MeanMetric, metrics

if TYPE_CHECKING:
    pass


@metrics.register("brier")
@dataclass(frozen=True, kw_only=True)
class Brier(MeanMetric):
    """Brier score: mean squared distance of probabilities from 0 or 1; lower is better.

    It is 0 to 1. The prediction is the probability that the first reference is 1.

    Source: scikit-learn's definition.
    """

    counterpart: ClassVar[str] = "scikit_learn:brier"
    tasks: ClassVar[tuple[str, ...]] = ("probabilities",)
    highest: ClassVar[float] = 1.0
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": PROBABILITY, "references": many(BINARY)}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": 0.9, "references": [1]},
        {"prediction": 0.3, "references": [0]},
        {"prediction": 0.6, "references": [0]},
    )
    higher_is_better: ClassVar[bool] = False

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the one output, `brier`."""
        return ("brier",)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the squared distance."""
        return ((prediction - prepared[0]) ** 2,)
