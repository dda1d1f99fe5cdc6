"""CharacTER (Wang et al. 2016): edits of characters after shifts of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, ClassVar

from sacreval.core.metric import MeanMetric, Origin, ScoreScale, metrics
from sacreval.errors import NotSetUpError
from sacreval.text.scripts import CER, Tokenization


@metrics.register("character")
@dataclass(frozen=True, kw_only=True)
class Character(MeanMetric):
    """CharacTER: shifts of words and edits of characters over output length, 0 to 1.

    Lower is better. Words of the output are shifted, at the cost of their mean length, then
    characters are edited, until it is the reference. With several references the closest counts;
    the score of a system is the mean over outputs. An empty text beside one that is not scores 1,
    and two empty texts score 0. The package cer computes it; its licence is the GPL-3: `pip install
    'sacreval[character]'`.

    Source: the package cer 1.2.0, which has the numbers of the authors' CharacTER.py.
    """

    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "generation")
    score_scale = ScoreScale(mean=True, highest=1.0)
    higher_is_better: ClassVar[bool] = False
    origin = Origin(libraries=("cer",))

    def __post_init__(self) -> None:
        if find_spec("cer") is None:
            raise NotSetUpError("cer is not installed; run: pip install 'sacreval[character]'")

    def tokenization(self) -> Tokenization:
        """Split at blanks."""
        return Tokenization(str.split, CER)

    def prepare(self, *context: Any) -> list[list[str]]:
        """Split the references at blanks."""
        return [reference.split() for reference in context[0]]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference with the package and keep the lowest."""
        words = prediction.split()
        return (min(distance(words, reference) for reference in prepared),)


def distance(output: list[str], reference: list[str]) -> float:
    """Return the CharacTER of one pair, 0 to 1."""
    if not output or not reference:
        return float(output != reference)
    from cer import calculate_cer

    return float(calculate_cer(list(output), list(reference)))
