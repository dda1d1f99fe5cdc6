"""Base class of metrics of two bags of words."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from sacreval.core.metric import MeanMetric, ScoreScale
from sacreval.text.normalizers import Normalizer, normalizer
from sacreval.text.scripts import MULTILINGUAL, Tokenization


@dataclass(frozen=True, kw_only=True)
class WordBagMetric(MeanMetric):
    """A score of the words of a prediction and of each reference.

    Args:
        normalize: Normalisation of both sides before they are split at white space.
    """

    tasks: ClassVar[tuple[str, ...]] = ("question-answering", "generation")
    score_scale = ScoreScale(mean=True, highest=1.0)

    normalize: Normalizer = "none"

    def __post_init__(self) -> None:
        normalizer(self.normalize)

    def tokenization(self) -> Tokenization:
        """Split normalised texts at white space."""
        return Tokenization(self.words, MULTILINGUAL)

    def prepare(self, *context: Any) -> list[Counter[str]]:
        """Count the words of every reference."""
        return [self.counted(reference) for reference in context[0]]

    def words(self, text: str) -> list[str]:
        """Normalise a text and split it at white space."""
        return normalizer(self.normalize)(text).split()

    @abstractmethod
    def counted(self, text: str) -> Counter[str]:
        """Count the words of a text."""


def compiled_normalizer(name: Normalizer) -> Callable[[str], str]:
    """Return a normaliser for the native engine: that of SQuAD has a kernel for plain texts."""
    from sacreval import native

    change = normalizer(name)
    if name != "squad":
        return change
    plain = native.squad_normalizer()

    def squad(text: str) -> str:
        normalized = plain(text)
        return change(text) if normalized is None else normalized

    return squad
