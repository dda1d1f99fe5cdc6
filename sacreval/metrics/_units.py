"""Base class of metrics of the units of texts: characters, tokens or words."""

from __future__ import annotations

from dataclasses import dataclass

from sacreval.core.metric import MeanMetric
from sacreval.text.normalize import Normalizer, normalizer
from sacreval.text.scripts import CHARACTERS, Tokenization
from sacreval.text.words import Unit, units


@dataclass(frozen=True, kw_only=True)
class UnitMetric(MeanMetric):
    """A score of the units of a prediction and of each reference.

    Args:
        unit: Unit of texts: characters, blank-separated tokens, or words and marks.
        normalize: Normalisation of texts before scoring.
    """

    unit: Unit = "token"
    normalize: Normalizer = "none"

    def __post_init__(self) -> None:
        normalizer(self.normalize)

    def tokenization(self) -> Tokenization:
        """Split into the units that are counted."""
        return Tokenization(lambda text: units(text, self.unit), CHARACTERS)

    def split(self, text: str) -> list[str]:
        """Normalise a text and split it into units."""
        return list(units(normalizer(self.normalize)(text), self.unit))
