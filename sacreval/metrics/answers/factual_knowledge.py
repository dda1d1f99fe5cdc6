"""Factual knowledge: whether an output names the facts, as fmeval asks, without its traps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from sacreval.core.metric import MeanMetric, metrics
from sacreval.text.contains import holds
from sacreval.text.normalize import quac
from sacreval.text.scripts import Tokenization


@metrics.register("factual-knowledge")
@dataclass(frozen=True, kw_only=True)
class FactualKnowledge(MeanMetric):
    """Factual knowledge: 1 if the output names the answer, else 0, as written and normalised.

    An answer must stand there as whole words; an empty one is never named.

    Args:
        match: any asks for one of the references, such as spellings of one fact; all asks for
            each, such as the parts of an answer.
        words: Ask for whole words. fmeval does not: there "no" is in "I do not know".

    Source: fmeval's factual knowledge; its quasi-exact form normalises as quac.
    """

    tasks: ClassVar[tuple[str, ...]] = ("question-answering", "generation")

    match: Literal["any", "all"] = "any"
    words: bool = True

    @property
    def outputs(self) -> tuple[str, ...]:
        """As written without case, and normalised."""
        return ("factual_knowledge", "factual_knowledge_quasi_exact")

    def tokenization(self) -> Tokenization | None:
        """Split where whole words end, if they are asked for."""
        return Tokenization(str.split, "give --no-words") if self.words else None

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Look for every answer."""
        ask = any if self.match == "any" else all
        found = []
        for change in (str.lower, quac):
            text = change(prediction)
            found.append(float(ask(holds(text, change(r), words=self.words) for r in prepared)))
        return found
