"""Base class of metrics of word order: RIBES, LEPOR and hLEPOR."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import MeanMetric, PairKernel, ScoreScale
from sacreval.metrics.ngrams._base import for_kernel
from sacreval.metrics.ngrams._tokenized import TokenizedMetric
from sacreval.stats.segments import first_best
from sacreval.text.tokenizers import Tokenizer, tokenized

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch
    from sacreval.native import Texts


@dataclass(frozen=True, kw_only=True)
class WordOrderMetric(TokenizedMetric, MeanMetric, PairKernel):
    """A score of four counts of each reference; the best of them counts."""

    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "generation")
    score_scale = ScoreScale(mean=True, highest=1.0)

    tokenize: Tokenizer = "13a"
    lowercase: bool = False

    @abstractmethod
    def pair_scores(self, counts: Array) -> Array:
        """Compute scores from counts.

        Args:
            counts: Array (..., 4); the last two are the words of prediction and reference.

        Returns:
            Array (...), 0 to 1.
        """

    @abstractmethod
    def kernel(self, texts: Texts, options: dict[str, Any]) -> Array:
        """Count with the kernel; `options` has `tokenize` and `lowercase`."""

    def prepare(self, *context: Any) -> list[list[str]]:
        """Tokenise the references."""
        return [self.split(reference) for reference in context[0]]

    def split(self, text: str) -> list[str]:
        """Return the tokens of a text."""
        return tokenized(text, self.tokenize, lowercase=self.lowercase)

    def native_pairs(self, batch: Batch) -> Array:
        """Count every pair with the kernel."""
        texts, options = for_kernel(batch, self.tokenize, lowercase=self.lowercase)
        return self.kernel(texts, options)

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Compute the scores of all references and keep the best."""
        import numpy as np

        scores = self.pair_scores(pairs)
        best = scores[first_best(scores, starts)][:, None]
        return np.hstack([best, np.ones_like(best)])


class PositionMetric(WordOrderMetric):
    """A metric of matched words and of the differences of their relative positions."""

    @abstractmethod
    def matches(self, output: Sequence[str], reference: Sequence[str]) -> list[tuple[int, int]]:
        """Return the matched positions in the output and the reference, both from 0."""

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference and keep the best."""
        import numpy as np

        output = self.split(prediction)
        counts = [position_counts(self.matches(output, x), len(output), len(x)) for x in prepared]
        return (float(self.pair_scores(np.array(counts)).max()),)


def position_counts(matches: Sequence[tuple[int, int]], m: int, n: int) -> tuple[int, ...]:
    """Return the counts of a pair of texts."""
    return len(matches), sum(abs((i + 1) * n - (j + 1) * m) for i, j in matches), m, n


def position_penalty(counts: Array) -> Array:
    """Compute exp(-NPD): NPD is the sum of |(i + 1)/m - (j + 1)/n| over matches, divided by m.

    Args:
        counts: Array (..., 4) of `position_counts`.

    Returns:
        Array (...), above 0, at most 1; 1 for empty texts.
    """
    import numpy as np

    from sacreval.stats.ratio import ratio

    moved, m, n = (counts[..., k].astype(float) for k in (1, 2, 3))
    penalty: Array = np.exp(-ratio(moved, m * n * m, otherwise=0.0))
    return penalty


def length_penalty(counts: Array) -> Array:
    """Compute exp(1 - longer/shorter); 0 if one text is empty.

    Args:
        counts: Array (..., 4) of `position_counts`.

    Returns:
        Array (...), 0 to 1.
    """
    import numpy as np

    from sacreval.stats.ratio import ratio

    m, n = counts[..., 2], counts[..., 3]
    penalty: Array = np.exp(1 - ratio(np.maximum(m, n), np.minimum(m, n), otherwise=np.inf))
    return penalty


def harmonic_mean(counts: Array, alpha: float, beta: float) -> Array:
    """Compute the harmonic mean of recall, weight alpha, and precision, weight beta.

    Args:
        counts: Array (..., 4) of `position_counts`.
        alpha: Weight of recall, 0 or more.
        beta: Weight of precision, 0 or more; not both are 0.

    Returns:
        Array (...), 0 to 1; 0 without a match.
    """
    from sacreval.stats.ratio import ratio

    matched, m, n = counts[..., 0], counts[..., 2], counts[..., 3]
    return ratio((alpha + beta) * matched, alpha * n + beta * m, otherwise=0.0)
