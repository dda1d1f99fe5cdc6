"""METEOR (Lavie and Agarwal 2007), as NLTK computes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import MeanMetric, Origin, PairKernel, ScoreScale, metrics
from sacreval.errors import NotSetUpError, UsageError
from sacreval.io.resources import resource
from sacreval.stats.ratio import ratio
from sacreval.stats.segments import first_best
from sacreval.text.scripts import CHRF, Tokenization

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


@metrics.register("meteor")
@dataclass(frozen=True, kw_only=True)
class Meteor(MeanMetric, PairKernel):
    """METEOR: F-mean of exact, stem and synonym matches, with a fragmentation penalty, 0 to 1.

    Higher is better. English only. With several references the best counts; the score of a system
    is the mean over outputs. `sacreval setup-metric meteor` fetches WordNet. The metric
    `meteor-1.5` is the METEOR of the Java program, which papers report.

    Args:
        alpha: Weight of recall in the F-mean, 0 to 1; with 1 precision does not count.
        beta: Exponent of fragmentation in the penalty, 0 or more.
        gamma: The largest penalty, 0 to 1.
        tokenize: word is NLTK's word tokenizer on the whole text, whitespace splits at blanks.

    Source: nltk.translate.meteor_score (NLTK 3.10); its numbers differ from those of METEOR 1.5.
    """

    tasks: ClassVar[tuple[str, ...]] = (
        "machine-translation",
        "summarization",
        "data-to-text",
        "generation",
    )
    score_scale = ScoreScale(mean=True, highest=1.0)
    origin = Origin(libraries=("nltk",))

    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5
    tokenize: Literal["word", "whitespace"] = "word"

    def __post_init__(self) -> None:
        if not (0.0 <= self.alpha <= 1.0 and 0.0 <= self.gamma <= 1.0 and self.beta >= 0.0):
            raise UsageError("alpha and gamma must be from 0 to 1, and beta 0 or more")
        resource("wordnet")

    def tokenization(self) -> Tokenization:
        """Split as NLTK does, or at blanks."""
        return Tokenization(str.split, CHRF)

    def rests_on(self) -> Sequence[Path]:
        """Return the files of WordNet, which defines synonyms."""
        return (resource("wordnet"),)

    def prepare(self, *context: Any) -> list[list[str]]:
        """Tokenise the references."""
        return [self._words(reference) for reference in context[0]]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference with NLTK and keep the best."""
        from nltk.translate.meteor_score import meteor_score

        from sacreval.io.resources import nltk_reader

        score = meteor_score(
            prepared,
            self._words(prediction),
            wordnet=nltk_reader(resource("wordnet")),
            alpha=self.alpha,
            beta=self.beta,
            gamma=self.gamma,
        )
        return (score,)

    def native_pairs(self, batch: Batch) -> Array:
        """Align every pair with the kernel."""
        from sacreval import native

        texts, folder = batch.texts, resource("wordnet")
        try:
            return native.meteor_pairs(texts, tokenize=self.tokenize, wordnet=folder)
        except ValueError as error:
            raise NotSetUpError(
                f"{folder}: {error}; fetch it again: sacreval setup-metric meteor --force"
            ) from error

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Compute scores from alignments and keep the best."""
        import numpy as np

        matches, chunks, predicted, expected = pairs.T
        p, r = ratio(matches, predicted, otherwise=0.0), ratio(matches, expected, otherwise=0.0)
        f_mean = ratio(p * r, self.alpha * p + (1 - self.alpha) * r, otherwise=0.0)
        penalty = self.gamma * ratio(chunks, matches, otherwise=0.0) ** self.beta
        scores = ((1 - penalty) * f_mean)[:, None]
        return np.hstack([scores, np.ones_like(scores)])[first_best(scores[:, 0], starts)]

    def _words(self, text: str) -> list[str]:
        if self.tokenize == "whitespace":
            return text.split()
        from nltk.tokenize.destructive import NLTKWordTokenizer

        words: list[str] = NLTKWordTokenizer().tokenize(text)
        return words
