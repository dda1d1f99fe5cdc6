"""SummaC-ZS (Laban et al. 2022): zero-shot consistency of summaries by inference of sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sacreval.core.contract.metric_values import CORRELATION, ScoreScale
from sacreval.core.metric import metrics
from sacreval.metrics.neural._summac import Summac

if TYPE_CHECKING:
    from sacreval.core.metric import Array

Fold = Literal["max", "mean", "min"]


@metrics.register("summac-zs")
@dataclass(frozen=True, kw_only=True)
class SummacZs(Summac):
    """SummaC-ZS: does each sentence of a summary follow from its sources? -1 to 1.

    Higher is better. A model of natural language inference reads every sentence of the sources as
    the premise of every sentence of the output. The score of a sentence is its highest probability
    of entailment minus its highest probability of contradiction, and that of an output the mean
    over its sentences. Sentences of at most 10 characters are dropped, the sources have at most
    100 sentences, and pairs at most 500 tokens, the rest being cut with a notice. An output
    without sentences scores 0. References are not used. Needs `pip install 'sacreval[neural]'`; no
    model is downloaded. The original's is tals/albert-xlarge-vitaminc-mnli (`vitc`).

    Args:
        inference: What is scored: entailment minus contradiction (both), entailment, or one minus
            contradiction.
        over_document: How the parts of the sources count for a part of the output.
        over_output: How the parts of the output count.

    Source: summac 0.0.4 of PyPI; its default parts are paragraphs, those of its paper sentences.
    """

    score_scale = ScoreScale(mean=True, spans=CORRELATION)

    inference: Literal["both", "entailment", "contradiction"] = "both"
    over_document: Fold = "max"
    over_output: Literal["mean", "min", "max"] = "mean"

    def combine(self, logits: Array) -> Sequence[float]:
        """Fold the image over the parts of the sources, then over those of the output."""
        entailed, contradicted = getattr(self.image(logits), self.over_document)(axis=1)
        scores = {
            "both": entailed - contradicted,
            "entailment": entailed,
            "contradiction": 1 - contradicted,
        }[self.inference]
        return (float(getattr(scores, self.over_output)()),)
