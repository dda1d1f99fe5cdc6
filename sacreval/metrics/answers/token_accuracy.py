"""Token accuracy: shared words over the words of the longer side, as in Jury."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sacreval.core.contract.formulas import greater
from sacreval.core.metric import PairKernel, metrics
from sacreval.metrics.answers._base import WordBagMetric, compiled_normalizer
from sacreval.stats.ratio import ratio
from sacreval.text.normalizers import Normalizer

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


@metrics.register("token-accuracy")
@dataclass(frozen=True, kw_only=True)
class TokenAccuracy(WordBagMetric, PairKernel):
    """Token accuracy: shared words over the words of the longer side, 0 to 1.

    Higher is better. With several references the best counts. Two empty texts score 0.

    Args:
        normalize: Normalisation of both sides before they are split at white space; see
            exact-match.

    Source: Jury's accuracy of generated text (Cavusoglu et al. 2023).
    """

    normalize: Normalizer = "jury"

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference."""
        words = self.counted(prediction)
        return (max(_share(words, reference) for reference in prepared),)

    def native_pairs(self, batch: Batch) -> Array:
        """Count shared words with the kernel."""
        from sacreval import native

        return native.overlap_pairs(
            batch.texts_after(compiled_normalizer(self.normalize)), multiset=True
        )

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Keep the best share."""
        import numpy as np

        best = np.maximum.reduceat(_of_longer(*pairs.T), starts[:-1])
        return np.column_stack([best, np.ones(len(best))])

    def of_pair(self, counts: Sequence[int]) -> Sequence[float]:
        """Compute the share."""
        return _of_longer(*counts), 1.0

    def counted(self, text: str) -> Counter[str]:
        """Count the words of a text."""
        return Counter(self.words(text))


def _of_longer(common: Any, predicted: Any, expected: Any) -> Any:
    return ratio(common, greater(predicted, expected), otherwise=0.0)


def _share(a: Counter[str], b: Counter[str]) -> float:
    return (a & b).total() / max(a.total(), b.total(), 1)
