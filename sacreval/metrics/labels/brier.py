"""Brier score (1950) of probabilities of a binary outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sacreval.core.metric import MeanMetric, metrics
from sacreval.metrics.labels._curves import ProbabilityMetric


@metrics.register("brier")
@dataclass(frozen=True, kw_only=True)
class Brier(ProbabilityMetric, MeanMetric):
    """Brier score: mean squared distance of probabilities from 0 or 1; lower is better.

    It is 0 to 1. The prediction is the probability that the first reference is 1.

    Source: scikit-learn's definition.
    """

    counterpart: ClassVar[str] = "scikit_learn:brier"
    highest: ClassVar[float] = 1.0

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the one output, `brier`."""
        return ("brier",)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the squared distance."""
        return ((prediction - prepared[0]) ** 2,)
