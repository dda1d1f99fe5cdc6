"""Capitals: whether outputs use as many capital letters as their references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sacreval.core.metric import MeanMetric, ScoreScale


@dataclass(frozen=True, kw_only=True)
class Capitals(MeanMetric):
    """Capitals: 1 if an output has as many capital letters as a reference, else 0; the mean.

    Args:
        within: Largest difference that counts as equal, 0 or more.
    """

    tasks: ClassVar[tuple[str, ...]] = ("generation",)
    score_scale = ScoreScale(mean=True, highest=1.0)  # from 0 to 1: those of 0 and 1 are shares

    within: int = 0

    @property
    def outputs(self) -> tuple[str, ...]:
        """Name the one number."""
        return ("capitals",)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score one output: `prepared` is the list of its references."""
        given = _capitals(prediction)
        return (float(any(abs(given - _capitals(r)) <= self.within for r in prepared)),)


def _capitals(text: str) -> int:
    return sum(map(str.isupper, text))
