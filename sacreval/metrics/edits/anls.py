"""ANLS, average normalised Levenshtein similarity (Biten et al. 2019)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import NO_LIBRARY
from sacreval.core.metric import MeanMetric, Origin, PairKernel, ScoreScale, metrics
from sacreval.errors import UsageError
from sacreval.metrics.edits._base import similarity

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


@metrics.register("anls")
@dataclass(frozen=True, kw_only=True)
class Anls(MeanMetric, PairKernel):
    """ANLS: similarity of short answers read from images, 0 to 1.

    Higher is better. It is 1 minus the edit distance divided by the longer length, and 0 below the
    threshold. Case and repeated blanks are ignored. With several references the best counts.

    Args:
        threshold: Similarities below this count as 0, 0 to 1.

    Source: the ST-VQA challenge (Biten et al. 2019); rapidfuzz counts edits.
    """

    tasks: ClassVar[tuple[str, ...]] = ("question-answering", "transcription", "generation")
    score_scale = ScoreScale(mean=True, highest=1.0)
    origin = Origin(libraries=("rapidfuzz",), why_own=NO_LIBRARY)

    threshold: float = 0.5

    def __post_init__(self) -> None:
        if not 0.0 <= self.threshold <= 1.0:
            raise UsageError(f"threshold is {self.threshold}; give a number from 0 to 1")

    def prepare(self, *context: Any) -> list[str]:
        """Lowercase the references and collapse blanks."""
        return [fold(reference) for reference in context[0]]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference."""
        from rapidfuzz.distance import Levenshtein

        text = fold(prediction)
        best = max(Levenshtein.normalized_similarity(text, reference) for reference in prepared)
        return (best if best >= self.threshold else 0.0,)

    def native_pairs(self, batch: Batch) -> Array:
        """Count edits and characters with the kernel."""
        from sacreval import native

        return native.distance_pairs(batch.texts_after(fold), unit="char")

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Keep the best similarity, if it reaches the threshold."""
        import numpy as np

        best = np.maximum.reduceat(similarity(*pairs.T), starts[:-1])
        kept = np.where(best >= self.threshold, best, 0.0)
        return np.column_stack([kept, np.ones(len(kept))])

    def of_pair(self, counts: Sequence[int]) -> Sequence[float]:
        """Keep the similarity, if it reaches the threshold."""
        alike = similarity(*counts)
        return (alike if alike >= self.threshold else 0.0), 1.0


def fold(text: str) -> str:
    """Lowercase and collapse blanks."""
    return " ".join(text.lower().split())
