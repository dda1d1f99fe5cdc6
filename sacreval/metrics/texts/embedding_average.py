"""Embedding average (Liu et al. 2016): the cosine of the sums of two texts' word vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.core.metric import metrics
from sacreval.metrics.texts._word_vectors import WordVectorMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("embedding-average")
@dataclass(frozen=True, kw_only=True)
class EmbeddingAverage(WordVectorMetric):
    """Embedding average: cosine of the sums of the word vectors of two texts, -1 to 1.

    Higher is better. Of several references the most similar one counts. A text without words scores
    0, and so does one whose vectors add up to 0. The score of a system is the mean. Scores with
    different vectors must not be compared.

    Source: nlg-eval's EmbeddingAverageCosineSimilarity.
    """

    def _represented(self, vectors: Array) -> Array:
        """Add up the vectors."""
        total: Array = vectors.sum(axis=0)
        return total
