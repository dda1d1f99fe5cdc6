"""String containment: whether the prediction contains the references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from sacreval.core.metric import MeanMetric, ScoreScale, metrics
from sacreval.text.answers.short_answers import holds
from sacreval.text.normalizers import Normalizer, normalizer
from sacreval.text.scripts import Tokenization


@metrics.register("string-containment")
@dataclass(frozen=True, kw_only=True)
class StringContainment(MeanMetric):
    """String containment: 1 if the prediction contains a reference, and the share it contains.

    Both are means over outputs, 0 to 1; higher is better. Only an empty prediction contains an
    empty reference.

    Args:
        match: any requires one of the references; all requires each of them.
        words: Match whole words only, so that "no" does not match "I do not know".
        normalize: Normalisation of both sides before scoring; see exact-match.

    Source: Unitxt's string containment with the defaults; fmeval's factual knowledge with
    normalize lower or quac.
    """

    score_scale = ScoreScale(mean=True, highest=1.0, binary=("string_containment",))
    tasks: ClassVar[tuple[str, ...]] = ("question-answering", "generation")

    match: Literal["any", "all"] = "any"
    words: bool = False
    normalize: Normalizer = "none"

    def __post_init__(self) -> None:
        normalizer(self.normalize)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the score and of the share of references contained."""
        return ("string_containment", "string_containment_share")

    def prepare(self, *context: Any) -> list[str]:
        """Normalise the references."""
        return [normalizer(self.normalize)(reference) for reference in context[0]]

    def tokenization(self) -> Tokenization | None:
        """Split into words if whole words are required."""
        return Tokenization(str.split, "give --no-words") if self.words else None

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Search the prediction for every reference."""
        text = normalizer(self.normalize)(prediction)
        matches = [holds(text, reference, words=self.words) for reference in prepared]
        return float((any if self.match == "any" else all)(matches)), sum(matches) / len(matches)
