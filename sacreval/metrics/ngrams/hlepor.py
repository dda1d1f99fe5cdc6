"""hLEPOR (Han et al. 2013), as the package hLepor computes it."""

from __future__ import annotations

from collections import Counter
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


@metrics.register("hlepor")
@dataclass(frozen=True, kw_only=True)
class Hlepor(PositionMetric):
    """hLEPOR: harmonic mean of length, position, recall and precision, each in 0 to 1.

    Scores are 0 to 1; higher is better. The three factors are the length penalty, the position
    penalty and the weighted mean of recall and precision; if one is 0, the score is 0. With
    several references the best counts; the score of a system is the mean over outputs.

    Args:
        tokenize: How texts are split into tokens; none for texts that are tokenised already.
        lowercase: Ignore case, as the package does.
        alpha: Weight of recall, 0 or more.
        beta: Weight of precision, 0 or more.
        context_words: Neighbours on each side that tell repeated words apart, 1 to 1000.
        weight_length: Weight of the length penalty, 0 or more.
        weight_position: Weight of the position penalty, 0 or more.
        weight_overlap: Weight of the mean of recall and precision, 0 or more.

    Source: the package hLepor 0.0.4, whose choice among repeated words differs from the paper's.
    """

    lowercase: bool = True
    alpha: float = 9.0
    beta: float = 1.0
    context_words: int = 2
    weight_length: float = 2.0
    weight_position: float = 1.0
    weight_overlap: float = 7.0

    def __post_init__(self) -> None:
        super().__post_init__()
        weights = (self.weight_length, self.weight_position, self.weight_overlap)
        if not (min(self.alpha, self.beta, *weights) >= 0.0 < self.alpha + self.beta):
            raise UsageError("The weights of hlepor must be 0 or more, and alpha or beta above 0")
        if not sum(weights) > 0.0:
            raise UsageError("One of the weights of length, position and overlap must be above 0")
        check_order("context_words", self.context_words)

    def matches(self, output: Sequence[str], reference: Sequence[str]) -> list[tuple[int, int]]:
        """Align the words of the output, word by word."""
        if list(output) == list(reference):
            return [(i, i) for i in range(len(output))]
        aligned = []
        for word in Counter(output) & Counter(reference):
            left = [j for j, other in enumerate(reference) if other == word]
            places = [i for i, other in enumerate(output) if other == word]
            alone = len(left) == len(places) == 1
            for i in places[: len(left)]:
                k = 0 if alone else self._choice(output, reference, i, left)
                aligned.append((i, left.pop(k)))
        return aligned

    def _choice(self, a: Sequence[str], b: Sequence[str], i: int, left: list[int]) -> int:
        """Return the package's index into the positions that are left.

        The index is counted among the positions with a word in common around them, but used among
        all that are left.
        """
        around = set(self._around(a, i))
        alike = [j for j in left if around & set(self._around(b, j))] or left
        return min(range(len(alike)), key=lambda k: abs(alike[k] - i))

    def _around(self, words: Sequence[str], i: int) -> list[str]:
        """Return the neighbours as the package slices them.

        The slice is empty on the left within the first words, whose start would be negative.
        """
        return [*words[i - self.context_words : i], *words[i + 1 : i + self.context_words + 1]]

    def kernel(self, texts: Texts, options: dict[str, Any]) -> Array:
        """Align every pair with the kernel."""
        from sacreval import native

        return native.hlepor_pairs(texts, context=self.context_words, **options)

    def pair_scores(self, counts: Array) -> Array:
        """Compute the weighted harmonic mean of the three factors."""
        import numpy as np

        factors = np.stack(
            [
                length_penalty(counts),
                position_penalty(counts),
                harmonic_mean(counts, self.alpha, self.beta),
            ]
        )
        weights = np.array([self.weight_length, self.weight_position, self.weight_overlap])
        inverse = np.tensordot(weights, 1 / np.where(factors > 0, factors, 1.0), axes=1)
        score = weights.sum() / inverse
        result: Array = np.where((factors > 0).all(axis=0), score, 0.0)
        return result
