"""Factual knowledge: whether an output names the facts, as in fmeval but on whole words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from sacreval.core.metric import MeanMetric, ScoreScale, metrics
from sacreval.text.answers.short_answers import holds
from sacreval.text.normalizers import quac
from sacreval.text.scripts import Tokenization


@metrics.register("factual-knowledge")
@dataclass(frozen=True, kw_only=True)
class FactualKnowledge(MeanMetric):
    """Factual knowledge: 1 if the output contains the answer, else 0, as written and normalised.

    The score is the mean over outputs, 0 to 1; higher is better. The output must contain an answer
    as whole words; an empty answer never counts as contained.

    Args:
        match: any requires one of the references, such as spellings of one fact; all requires
            each of them, such as the parts of an answer.
        delimiter: Separates answers in a reference, as in London<OR>Paris; empty for none.
        words: Match whole words only. fmeval does not: there "no" matches "I do not know".

    Source: fmeval's factual knowledge; its quasi-exact form normalises as quac.
    """

    score_scale = ScoreScale(
        mean=True, highest=1.0, binary=("factual_knowledge", "factual_knowledge_quasi_exact")
    )
    tasks: ClassVar[tuple[str, ...]] = ("question-answering", "generation")

    match: Literal["any", "all"] = "any"
    delimiter: str = "<OR>"
    words: bool = True

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the scores of lowercased and of normalised texts."""
        return ("factual_knowledge", "factual_knowledge_quasi_exact")

    def tokenization(self) -> Tokenization | None:
        """Split into words if whole words are required."""
        return Tokenization(str.split, "give --no-words") if self.words else None

    def prepare(self, *context: Any) -> list[str]:
        """Split references into answers."""
        if not self.delimiter:
            return list(context[0])
        return [answer for reference in context[0] for answer in reference.split(self.delimiter)]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Search the prediction for every answer."""
        ask = any if self.match == "any" else all
        scores = []
        for change in (str.lower, quac):
            text = change(prediction)
            scores.append(float(ask(holds(text, change(r), words=self.words) for r in prepared)))
        return scores
