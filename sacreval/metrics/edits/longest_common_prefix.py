"""Longest common prefix of a prediction and a reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, ClassVar

from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.metric import metrics
from sacreval.metrics._units import UnitPairMetric


@metrics.register("longest-common-prefix")
@dataclass(frozen=True, kw_only=True)
class LongestCommonPrefix(UnitPairMetric):
    """Longest common prefix: the units that prediction and reference share from the start.

    It is the mean number of units over outputs, 0 or more; higher means more in common. With
    several references the longest counts.

    Args:
        unit: Unit of length: characters, blank-separated tokens, or words and punctuation marks.
        normalize: Normalisation of both sides before scoring; see exact-match.

    Source: the memorisation metrics of HELM (Liang et al. 2022).
    """

    score_scale = ScoreScale(mean=True, spans=FROM_ZERO)
    tasks: ClassVar[tuple[str, ...]] = ("question-answering", "generation")

    def prepare(self, *context: Any) -> list[list[str]]:
        """Split the references."""
        return [self.split(reference) for reference in context[0]]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference."""
        parts = self.split(prediction)
        return (max(shared(parts, reference) for reference in prepared),)


def shared(a: Sequence[str], b: Sequence[str]) -> int:
    """Count the units that two sequences share from the start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))
