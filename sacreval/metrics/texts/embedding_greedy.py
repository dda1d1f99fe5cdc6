"""Greedy matching (Rus and Lintean 2012): each word with the most similar of the other text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.core.metric import metrics
from sacreval.metrics.texts._word_vectors import WordVectorMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("embedding-greedy")
@dataclass(frozen=True, kw_only=True)
class EmbeddingGreedy(WordVectorMetric):
    """Greedy matching: mean cosine of each word with the most similar one, -1 to 1.

    Higher is better. The mean over the words of the output and the mean over those of the reference
    are averaged. Of several references the best one counts. A text without words scores 0. The
    score of a system is the mean. Scores with different vectors must not be compared.

    Source: nlg-eval's GreedyMatchingScore.
    """

    def _represented(self, vectors: Array) -> Array:
        """Scale the vectors to length 1; a vector of 0 stays."""
        import numpy as np

        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: Array = np.divide(vectors, norms, where=norms > 0, out=vectors)
        return unit

    def _compared(self, output: Array, reference: Array) -> float:
        """Match the words of each text to those of the other."""
        cosines = output @ reference.T
        return float(cosines.max(axis=1).mean() + cosines.max(axis=0).mean()) / 2
