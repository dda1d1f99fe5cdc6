"""Faithfulness by natural language inference: does the output follow from its sources?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from sacreval.core.metric import ScoreScale, metrics
from sacreval.metrics.neural._classes import ENTAILMENT, classes, place
from sacreval.metrics.neural._joint import Grid, JointMetric
from sacreval.metrics.neural._sentences import Splitting, files, split
from sacreval.models.class_logits import Policy
from sacreval.models.pooling import softmax

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("nli-faithfulness")
@dataclass(frozen=True, kw_only=True)
class NliFaithfulness(JointMetric):
    """NLI faithfulness: probability that the output follows from its sources, 0 to 1.

    Higher is better. A model of natural language inference reads a source as the premise and a
    sentence of the output as the hypothesis; the score is its probability of entailment. Of several
    sources, such as retrieved documents, the best counts for each sentence. An output without
    sentences scores 0. A pair that is longer than the model reads loses the end of its source, with
    a notice. The score of a system is the mean. References are not used. Needs `pip install
    'sacreval[neural]'`; no model is downloaded, and any classifier with a class for entailment will
    do, such as roberta-large-mnli.

    Args:
        labels: Names of the model's classes in the order of its logits, one of them entailment, if
            the configuration of the model does not name them.
        claims: What is judged: each sentence of the output, or the whole output.
        over_claims: Whether the score of an output is the mean or the minimum over its sentences.
        documents: Read each source on its own, or all joined by line breaks.
        splitting: How outputs are split: rule, at punctuation marks before a blank; punkt, as NLTK
            (`sacreval setup-metric punkt`); or lines.

    Source: the use of NLI models for faithfulness by Maynez et al. 2020 and Honovich et al. 2022.
    """

    tasks: ClassVar[tuple[str, ...]] = ("summarization", "question-answering", "generation")
    needs: ClassVar[tuple[str, ...]] = ("sources",)
    score_scale = ScoreScale(mean=True, highest=1.0)
    policy: ClassVar[Policy] = "only_first"
    heads: ClassVar[tuple[str, ...]] = ("ForSequenceClassification",)

    labels: tuple[str, ...] = ()
    claims: Literal["sentences", "whole"] = "sentences"
    over_claims: Literal["mean", "min"] = "mean"
    documents: Literal["each", "joined"] = "each"
    splitting: Splitting = "rule"

    def __post_init__(self) -> None:
        super().__post_init__()
        files(self.splitting)
        self._entailment()

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model, and those that sentences are split with."""
        return (*super().rests_on(), *files(self.splitting))

    def grid(self, prediction: str, prepared: Sequence[str]) -> Grid:
        """Join each source with each sentence."""
        text = prediction.strip()
        whole = (text,) if text else ()
        claims = split(prediction, self.splitting) if self.claims == "sentences" else whole
        joined = self.documents == "joined"
        return Grid(("\n".join(prepared),) if joined else tuple(prepared), claims)

    def combine(self, logits: Array) -> Sequence[float]:
        """Select the best source of each sentence."""
        if not logits.size:
            return (0.0,)
        best = softmax(logits)[..., self._entailment()].max(axis=0)
        return (float(best.mean() if self.over_claims == "mean" else best.min()),)

    def _entailment(self) -> int:
        return place(self._checkpoint, classes(self._checkpoint, self.labels), ENTAILMENT)
