"""Relaxed accuracy (Masry et al. 2022): numbers match within a tolerance, texts exactly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar

from sacreval.core.metric import MeanMetric, ScoreScale, metrics
from sacreval.errors import UsageError

_THOUSANDS = re.compile(r"[-+]?\d{1,3}(,\d{3})+(\.\d*)?%?")


@metrics.register("relaxed-accuracy")
@dataclass(frozen=True, kw_only=True)
class RelaxedAccuracy(MeanMetric):
    """Relaxed accuracy: 1 if the answer is a number close to a reference, or the same text, else 0.

    The score is the mean over outputs, 0 to 1; higher is better; any of several references may
    match. A number may have thousands separators, a dollar sign before it or a percent sign after
    it; 50% is 0.5. Other texts must be equal except for case and blanks at their ends. If the
    reference is 0, only 0 is correct.

    Args:
        tolerance: Largest relative error of a number, as a share of the reference.

    Source: ChartQA (Masry, Long, Tan, Joty and Hoque 2022).
    """

    score_scale = ScoreScale(mean=True, highest=1.0, binary=("relaxed_accuracy",))
    tasks: ClassVar[tuple[str, ...]] = ("question-answering", "generation")

    tolerance: float = 0.05

    def __post_init__(self) -> None:
        if not 0.0 <= self.tolerance < 1.0:
            raise UsageError("tolerance must be a share from 0 to below 1, such as 0.05")

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference."""
        return (float(any(self._same(prediction, reference) for reference in prepared)),)

    def _same(self, prediction: str, reference: str) -> bool:
        predicted, expected = _number(prediction), _number(reference)
        if predicted is None or expected is None:
            return prediction.strip().lower() == reference.strip().lower()
        if expected == 0:
            return predicted == 0
        # ChartQA's code divides in the same way.
        return abs(predicted - expected) / abs(expected) <= self.tolerance


def _number(text: str) -> float | None:
    """Parse a number; return None if the text is not a number."""
    plain = text.strip().removeprefix("$")
    if _THOUSANDS.fullmatch(plain):
        plain = plain.replace(",", "")
    digits = plain.removesuffix("%")
    if "_" in digits:  # which Python reads as 1_000
        return None
    try:
        value = float(digits)
    except ValueError:
        return None
    if not isfinite(value):
        return None
    return value / 100 if plain != digits else value
