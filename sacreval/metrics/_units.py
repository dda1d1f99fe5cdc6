"""Metrics of the units of texts (characters, tokens or words), and texts for their kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sacreval.core.metric import MeanMetric, Metric
from sacreval.text.normalizers import Normalizer, normalizer
from sacreval.text.scripts import CHARACTERS, Tokenization
from sacreval.text.words import Unit, units

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.native import Texts


class UnitMetric(Metric):
    """A metric of the units of texts, which a field of it names."""

    unit: Unit

    def tokenization(self) -> Tokenization:
        """Split into the units that are counted."""
        return Tokenization(lambda text: units(text, self.unit), CHARACTERS)


@dataclass(frozen=True, kw_only=True)
class UnitPairMetric(UnitMetric, MeanMetric):
    """A score of the units of a prediction and of each reference.

    Args:
        unit: Unit of texts: characters, blank-separated tokens, or words and marks.
        normalize: Normalisation of texts before scoring.
    """

    unit: Unit = "token"
    normalize: Normalizer = "none"

    def __post_init__(self) -> None:
        normalizer(self.normalize)

    def split(self, text: str) -> list[str]:
        """Normalise a text and split it into units."""
        return list(units(normalizer(self.normalize)(text), self.unit))


def for_units(batch: Batch, unit: Unit, *, lowercase: bool) -> tuple[Texts, Any]:
    """Convert a batch for a kernel that counts units.

    Args:
        batch: The records.
        unit: Characters, blank-separated tokens, or words and marks.
        lowercase: Lowercase first.

    Returns:
        The texts, and the kernel's options `unit` and `lowercase` for them.
    """
    if unit != "word":
        return batch.texts, {"unit": unit, "lowercase": lowercase}
    fold = str.lower if lowercase else str
    texts = batch.texts_after(lambda text: " ".join(units(fold(text), unit)))
    return texts, {"unit": "token", "lowercase": False}
