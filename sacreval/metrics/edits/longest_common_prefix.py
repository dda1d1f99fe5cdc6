"""Longest common prefix of a prediction and a reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, ClassVar

from sacreval.core.metric import MeanMetric, metrics
from sacreval.text.normalize import Normalizer, normalizer
from sacreval.text.scripts import CHARACTERS, Tokenization
from sacreval.text.words import Unit, units


@metrics.register("longest-common-prefix")
@dataclass(frozen=True, kw_only=True)
class LongestCommonPrefix(MeanMetric):
    """Longest common prefix: the units that prediction and reference share from the start.

    It is the mean number of units over outputs, 0 or more; higher means more in common. With
    several references the longest counts.

    Args:
        unit: Unit of length: characters, blank-separated tokens, or words and punctuation marks.
        normalize: Normalisation of both sides before scoring; see exact-match.

    Source: the memorisation metrics of HELM (Liang et al. 2022).
    """

    tasks: ClassVar[tuple[str, ...]] = ("question-answering", "generation")

    unit: Unit = "token"
    normalize: Normalizer = "none"

    def __post_init__(self) -> None:
        normalizer(self.normalize)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the length of the prefix."""
        return ("longest_common_prefix",)

    def tokenization(self) -> Tokenization:
        """Split into the units that are counted."""
        return Tokenization(lambda text: units(text, self.unit), CHARACTERS)

    def prepare(self, *context: Any) -> list[list[str]]:
        """Split the references."""
        return [self._split(reference) for reference in context[0]]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference."""
        parts = self._split(prediction)
        return (max(shared(parts, reference) for reference in prepared),)

    def _split(self, text: str) -> list[str]:
        return list(units(normalizer(self.normalize)(text), self.unit))


def shared(a: Sequence[str], b: Sequence[str]) -> int:
    """Count the units that two sequences share from the start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))
