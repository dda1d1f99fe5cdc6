"""RIBES (Isozaki et al. 2010), as NLTK computes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sacreval.core.metric import Origin, metrics
from sacreval.errors import UsageError
from sacreval.metrics.ngrams._word_order import WordOrderMetric
from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Instance
    from sacreval.native import Texts

MOST_WORDS = 2000  # NLTK's limit


@metrics.register("ribes")
@dataclass(frozen=True, kw_only=True)
class Ribes(WordOrderMetric):
    """RIBES: rank correlation of the order of words, with precision and brevity, 0 to 1.

    Higher is better. Words that occur several times are aligned by their neighbours. Kendall's tau
    of the aligned words, scaled to 0 to 1, is multiplied by powers of unigram precision and of the
    brevity penalty; with fewer than two aligned words it is 0. With several references the best
    counts; the score of a system is the mean over outputs. Texts have at most 2,000 words.

    Args:
        tokenize: How texts are split into tokens; none for texts that are tokenised already.
        lowercase: Ignore case.
        alpha: Exponent of precision, 0 or more.
        beta: Exponent of the brevity penalty, 0 or more.

    Source: nltk.translate.ribes_score (NLTK 3.10.4), on sacrebleu's tokens.
    """

    origin = Origin(libraries=("nltk", "sacrebleu"))

    alpha: float = 0.25
    beta: float = 0.10

    def __post_init__(self) -> None:
        super().__post_init__()
        if not min(self.alpha, self.beta) >= 0.0:
            raise UsageError("alpha and beta are exponents; give 0 or more")

    def fault(self, instance: Instance) -> str | None:
        """Return an error for texts that NLTK refuses."""
        for text in (instance.prediction, *(instance.references or ())):
            if len(str(text)) > MOST_WORDS and len(self.split(str(text))) > MOST_WORDS:
                return f"ribes aligns at most {MOST_WORDS} words; split longer texts"
        return None

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score with NLTK."""
        from nltk.translate.ribes_score import sentence_ribes

        return (float(sentence_ribes(prepared, self.split(prediction), self.alpha, self.beta)),)

    def kernel(self, texts: Texts, options: dict[str, Any]) -> Array:
        """Align every pair with the kernel."""
        from sacreval import native

        return native.ribes_pairs(texts, **options)

    def pair_scores(self, counts: Array) -> Array:
        """Multiply tau, precision and brevity; 0 for an empty prediction."""
        import numpy as np

        increasing, aligned, m, n = (counts[..., k].astype(float) for k in range(4))
        tau = ratio(increasing, aligned * (aligned - 1) / 2, otherwise=0.0)
        precision = ratio(aligned, m, otherwise=0.0)
        brevity = np.exp(np.minimum(1 - ratio(n, m, otherwise=0.0), 0.0))
        score: Array = np.where(m > 0, tau * precision**self.alpha * brevity**self.beta, 0.0)
        return score
