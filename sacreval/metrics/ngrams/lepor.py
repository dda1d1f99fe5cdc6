"""LEPOR (Han, Wong and Chao 2012): length, position, precision and recall of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.metrics.ngrams._word_order import (
    PositionMetric,
    harmonic_mean,
    length_penalty,
    position_penalty,
)
from sacreval.text.words import check_order

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.native import Texts


@metrics.register("lepor")
@dataclass(frozen=True, kw_only=True)
class Lepor(PositionMetric):
    """LEPOR: length penalty, position penalty and the mean of recall and precision, 0 to 1.

    Higher is better. The three factors are multiplied. A word of the output is aligned with one of
    the reference, from left to right: of several equal words with one whose neighbours match, if
    there are such, and among these with the nearest. With several references the best counts; the
    score of a system is the mean over outputs (LEPOR-A). It follows the paper; the package lepor
    and NLTK differ from it.

    Args:
        tokenize: How texts are split into tokens; none for texts that are tokenised already.
        lowercase: Ignore case.
        alpha: Weight of recall, 0 or more.
        beta: Weight of precision, 0 or more.
        context_words: Neighbours on each side that tell repeated words apart, 1 to 1000.

    Source: Han, Wong and Chao 2012.
    """

    alpha: float = 1.0
    beta: float = 1.0
    context_words: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (min(self.alpha, self.beta) >= 0.0 and self.alpha + self.beta > 0.0):
            raise UsageError("alpha and beta are weights; give 0 or more, and not both 0")
        check_order("context_words", self.context_words)

    def matches(self, output: Sequence[str], reference: Sequence[str]) -> list[tuple[int, int]]:
        """Align the words of the output from left to right."""
        free = dict.fromkeys(range(len(reference)))
        aligned = []
        for i, word in enumerate(output):
            places = [j for j in free if reference[j] == word]
            alike = [j for j in places if self._alike(output, reference, i, j)]
            if places:
                j = min(alike or places, key=lambda j: abs(j - i))
                del free[j]
                aligned.append((i, j))
        return aligned

    def _alike(self, a: Sequence[str], b: Sequence[str], i: int, j: int) -> bool:
        offsets = [k for k in range(-self.context_words, self.context_words + 1) if k]
        inside = [k for k in offsets if 0 <= i + k < len(a) and 0 <= j + k < len(b)]
        return any(a[i + k] == b[j + k] for k in inside)

    def kernel(self, texts: Texts, options: dict[str, Any]) -> Array:
        """Align every pair with the kernel."""
        from sacreval import native

        return native.lepor_pairs(texts, context=self.context_words, **options)

    def pair_scores(self, counts: Array) -> Array:
        """Multiply the three factors."""
        mean = harmonic_mean(counts, self.alpha, self.beta)
        score: Array = length_penalty(counts) * position_penalty(counts) * mean
        return score
