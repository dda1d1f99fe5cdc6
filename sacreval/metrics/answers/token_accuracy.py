"""Token accuracy: shared words over the words of the longer side, as in Jury."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sacreval.core.metric import MeanMetric, metrics
from sacreval.text.normalize import Normalizer, normalizer
from sacreval.text.scripts import MULTILINGUAL, Tokenization


@metrics.register("token-accuracy")
@dataclass(frozen=True, kw_only=True)
class TokenAccuracy(MeanMetric):
    """Token accuracy: shared words over the words of the longer side, 0 to 1.

    Higher is better. With several references the best counts. Two empty texts score 0.

    Args:
        normalize: Normalisation of both sides before they are split at white space; see
            exact-match.

    Source: Jury's accuracy of generated text (Cavusoglu et al. 2023).
    """

    tasks: ClassVar[tuple[str, ...]] = ("question-answering", "generation")
    highest: ClassVar[float] = 1.0

    normalize: Normalizer = "jury"

    def __post_init__(self) -> None:
        normalizer(self.normalize)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the one output, `token_accuracy`."""
        return ("token_accuracy",)

    def tokenization(self) -> Tokenization:
        """Split normalised texts at white space."""
        change = normalizer(self.normalize)
        return Tokenization(lambda text: change(text).split(), MULTILINGUAL)

    def prepare(self, *context: Any) -> list[Counter[str]]:
        """Count the words of every reference."""
        return [self._bag(reference) for reference in context[0]]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference."""
        words = self._bag(prediction)
        return (max(_share(words, reference) for reference in prepared),)

    def _bag(self, text: str) -> Counter[str]:
        return Counter(normalizer(self.normalize)(text).split())


def _share(a: Counter[str], b: Counter[str]) -> float:
    return (a & b).total() / max(a.total(), b.total(), 1)
