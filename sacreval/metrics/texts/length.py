"""Length of outputs, in words and characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.metric import MeanMetric, metrics
from sacreval.text.scripts import Tokenization


@metrics.register("length")
@dataclass(frozen=True, kw_only=True)
class Length(MeanMetric):
    """Length: numbers of blank-separated words and of characters; the mean over outputs.

    It describes outputs: neither longer nor shorter ones are better.
    """

    score_scale = ScoreScale(mean=True, spans=FROM_ZERO)
    tasks: ClassVar[tuple[str, ...]] = ("summarization", "simplification", "generation")
    needs: ClassVar[tuple[str, ...]] = ()
    higher_is_better: ClassVar[None] = None

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the numbers of words and characters."""
        return ("length_words", "length_characters")

    def tokenization(self) -> Tokenization:
        """Split at blanks."""
        return Tokenization(str.split, "read length_characters")

    def scores(self, prediction: Any, _prepared: Any) -> Sequence[float]:
        """Count."""
        return len(prediction.split()), len(prediction)
