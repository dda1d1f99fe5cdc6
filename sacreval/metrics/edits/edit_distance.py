"""Edit distance (Levenshtein 1966) and the similarity derived from it, as in rapidfuzz."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.metric import Direction, MeanMetric, Origin, PairKernel, metrics
from sacreval.metrics._units import UnitMetric
from sacreval.metrics.edits._base import similarity
from sacreval.text.normalizers import Normalizer, normalizer
from sacreval.text.words import Unit, units

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


@metrics.register("edit-distance")
@dataclass(frozen=True, kw_only=True)
class EditDistance(UnitMetric, MeanMetric, PairKernel):
    """Edit distance: insertions, deletions and substitutions to the closest reference.

    Both are means over outputs. Lower is better for the distance, in units. The similarity is 1
    minus the distance divided by the longer length, 0 to 1, and 1 for two empty texts; higher is
    better.

    Args:
        unit: Unit of edits: characters, blank-separated tokens, or words and punctuation marks.
        blanks: Count blanks as characters.
        normalize: Normalisation of both sides before scoring; see exact-match.

    Source: rapidfuzz. With several references each number uses the best one.
    """

    score_scale = ScoreScale(mean=True, highest={"edit_similarity": 1.0}, spans=FROM_ZERO)
    tasks: ClassVar[tuple[str, ...]] = ("transcription", "question-answering", "generation")
    higher_is_better: ClassVar[Mapping[str, Direction]] = {
        "edit_distance": False,
        "edit_similarity": True,
    }
    origin = Origin(libraries=("rapidfuzz",))
    symmetric_outputs: ClassVar[tuple[str, ...]] = ("edit_distance", "edit_similarity")

    unit: Unit = "character"
    blanks: bool = True
    normalize: Normalizer = "none"

    def __post_init__(self) -> None:
        normalizer(self.normalize)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of distance and similarity."""
        return ("edit_distance", "edit_similarity")

    def prepare(self, *context: Any) -> list[Sequence[str]]:
        """Split the references."""
        return [self._split(reference) for reference in context[0]]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Compute both for every reference."""
        from rapidfuzz.distance import Levenshtein

        parts = self._split(prediction)
        distances = [Levenshtein.distance(parts, reference) for reference in prepared]
        similar = [Levenshtein.normalized_similarity(parts, reference) for reference in prepared]
        return min(distances), max(similar)

    def native_pairs(self, batch: Batch) -> Array:
        """Count edits and units with the kernel."""
        from sacreval import native

        plain = self.normalize == "none" and self.blanks and self.unit != "word"
        texts = batch.texts if plain else batch.texts_after(self._separated)
        return native.distance_pairs(texts, unit="char" if self.unit == "character" else "word")

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Keep the smallest distance and the largest similarity."""
        import numpy as np

        distance = np.minimum.reduceat(pairs[:, 0], starts[:-1])
        alike = np.maximum.reduceat(similarity(*pairs.T), starts[:-1])
        return np.column_stack([distance, alike, np.ones(len(distance))])

    def of_pair(self, counts: Sequence[int]) -> Sequence[float]:
        """Return the distance and the similarity."""
        return float(counts[0]), similarity(*counts), 1.0

    def _separated(self, text: str) -> str:
        """Return a text whose units are its characters, or separated by blanks."""
        split = self._split(text)
        return split if isinstance(split, str) else " ".join(split)

    def _split(self, text: str) -> Sequence[str]:
        text = normalizer(self.normalize)(text)
        return units(text if self.blanks else "".join(text.split()), self.unit)
