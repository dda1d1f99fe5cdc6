"""Vector extrema (Forgues et al. 2014): the cosine of the extreme values of word vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.core.metric import metrics
from sacreval.metrics.texts._word_vectors import WordVectorMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("embedding-extrema")
@dataclass(frozen=True, kw_only=True)
class EmbeddingExtrema(WordVectorMetric):
    """Vector extrema: cosine of the extreme values of the word vectors of two texts, -1 to 1.

    Higher is better. In each dimension a text has the largest of its words' values, or the smallest
    if that is farther from 0 (or as far); where the smallest is 0 it has 0, as in the original. Of
    several references the most similar one counts. A text without words scores 0. The score of a
    system is the mean. Scores with different vectors must not be compared.

    Source: nlg-eval's VectorExtremaCosineSimilarity.
    """

    def _represented(self, vectors: Array) -> Array:
        """Select the extreme value of each dimension."""
        return extrema(vectors)


def extrema(vectors: Array) -> Array:
    """Return the extreme value of each column of an array (n, d): array (d,)."""
    import numpy as np

    largest, smallest = vectors.max(axis=0), vectors.min(axis=0)
    extremes: Array = np.where((smallest != 0) & (largest > -smallest), largest, smallest)
    return extremes
