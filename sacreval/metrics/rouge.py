"""ROUGE-N, ROUGE-L and ROUGE-Lsum (Lin 2004), as rouge-score computes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.errors import UsageError
from sacreval.metric import MeanMetric, PairKernel, metrics
from sacreval.resources import resource
from sacreval.stats.ratio import ratio
from sacreval.stats.segments import first_best
from sacreval.stats.segments import sums as segment_sums

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.metric import Array
    from sacreval.records import Batch

RougeType = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9", "L", "Lsum"]


@metrics.register("rouge")
@dataclass(frozen=True, kw_only=True)
class Rouge(MeanMetric, PairKernel):
    """ROUGE: overlap of n-grams and of longest common subsequences, 0 to 1.

    A row holds precision, recall and F1 of every type. The score of a system is their mean.

    Args:
        types: Which to compute: 1 to 9 for n-grams, L for the longest common subsequence of the
            whole texts, Lsum for the union over sentences, which lines separate.
        stemmer: Stem words of more than three letters (Porter).
        split_summaries: Let Lsum find sentences with NLTK's punkt instead of at line ends; it
            needs `sacreval setup-metric punkt`.
        multi_reference: With several references, take the one with the best F1, for each type on
            its own, or the mean over them.

    Source: rouge-score 0.1.2, the Python port of ROUGE-1.5.5. It lowercases, and every character
    but a-z and 0-9 separates words: texts in other scripts score 0.
    """

    tasks: ClassVar[tuple[str, ...]] = (
        "summarization",
        "data-to-text",
        "question-answering",
        "generation",
    )
    libraries: ClassVar[tuple[str, ...]] = ("rouge-score",)

    types: tuple[RougeType, ...] = ("1", "2", "L")
    stemmer: bool = False
    split_summaries: bool = False
    multi_reference: Literal["best", "mean"] = "best"

    def __post_init__(self) -> None:
        if not self.types or len(set(self.types)) < len(self.types):
            raise UsageError("types must name at least one ROUGE type, each of them once")
        self.rests_on()

    @property
    def outputs(self) -> tuple[str, ...]:
        """For every type `rouge<type>_precision`, `_recall` and `_f1`."""
        return tuple(
            f"rouge{t}_{part}" for t in self.types for part in ("precision", "recall", "f1")
        )

    def rests_on(self) -> Sequence[Path]:
        """Sentences are punkt's where Lsum splits summaries."""
        return (resource("punkt"),) if self.split_summaries and "Lsum" in self.types else ()

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference, then take the best or the mean."""
        import numpy as np

        scorer = _scorer(self)
        if self.multi_reference == "best":
            best = scorer.score_multi(prepared, prediction)
            return [number for name in scorer.rouge_types for number in best[name]]
        each = [scorer.score(reference, prediction) for reference in prepared]
        table = [[n for name in scorer.rouge_types for n in scores[name]] for scores in each]
        return [float(mean) for mean in np.mean(table, axis=0)]

    def covers_native(self) -> bool:
        """Say whether the kernel finds the sentences: it does at line ends."""
        return not self.rests_on()

    def native_pairs(self, batch: Batch) -> Array:
        """Count matches and lengths of every type with the kernel."""
        from sacreval import native

        return native.rouge_pairs(batch.texts, types=self.types, stemmer=self.stemmer)

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Turn counts into scores, and take the best reference or the mean."""
        import numpy as np

        columns = []
        for match, predicted, wanted in pairs.reshape(len(pairs), -1, 3).transpose(1, 2, 0):
            p, r = ratio(match, predicted, otherwise=0.0), ratio(match, wanted, otherwise=0.0)
            scores = np.column_stack([p, r, ratio(2 * p * r, p + r, otherwise=0.0)])
            if self.multi_reference == "best":
                columns.append(scores[first_best(scores[:, 2], starts)])
            else:
                columns.append(segment_sums(scores, starts) / np.diff(starts)[:, None])
        return np.hstack([*columns, np.ones((len(starts) - 1, 1))])


@cache
def _scorer(metric: Rouge) -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    for punkt in metric.rests_on():
        _show_to_nltk(punkt)
    return RougeScorer(
        [f"rouge{t}" for t in metric.types],
        use_stemmer=metric.stemmer,
        split_summaries=metric.split_summaries,
    )


def _show_to_nltk(punkt: Path) -> None:
    """Let NLTK find `tokenizers/punkt_tab` in the data folder that it does not know."""
    import nltk

    data = str(punkt.parents[1])
    if data not in nltk.data.path:
        nltk.data.path.insert(0, data)
