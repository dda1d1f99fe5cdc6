"""Token F1: overlap of two bags of words, as SQuAD scores answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.contract.formulas import where
from sacreval.core.metric import PairKernel, metrics
from sacreval.metrics.answers._base import WordBagMetric, compiled_normalizer
from sacreval.stats.ratio import f1, prf
from sacreval.stats.segments import first_best
from sacreval.text.normalizers import Normalizer

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


@metrics.register("token-f1")
@dataclass(frozen=True, kw_only=True)
class TokenF1(WordBagMetric, PairKernel):
    """Token F1: harmonic mean of precision and recall of words, 0 to 1.

    Higher is better. With several references the one with the best F1 counts. If one text has no
    words, the score is 0.

    Args:
        normalize: Normalisation of both sides before they are split at white space: a name as in
            exact-match, or several joined by +.
        bag: multiset counts repeated words; set counts each word once, as in HELM and fmeval.
        empty: Score of two texts without words: zero is 0, as in SQuAD 1.1; match is 1, as in
            SQuAD 2.0, so that F1 agrees with exact match.

    Source: the evaluation script of SQuAD 1.1 (Rajpurkar et al. 2016).
    """

    main: ClassVar[str] = "token_f1_f1"
    symmetric_outputs: ClassVar[tuple[str, ...]] = ("token_f1_f1",)

    normalize: Normalizer = "squad"
    bag: Literal["multiset", "set"] = "multiset"
    empty: Literal["zero", "match"] = "zero"

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of precision, recall and F1 of the best reference."""
        return ("token_f1_precision", "token_f1_recall", "token_f1_f1")

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference and keep the best F1; the first of ties."""
        words = self.counted(prediction)
        both = float(self.empty == "match")
        pairs = (overlap(words, reference, empty=both) for reference in prepared)
        return max(pairs, key=lambda prf: prf[-1])

    def native_pairs(self, batch: Batch) -> Array:
        """Count shared words with the kernel."""
        from sacreval import native

        texts = batch.texts_after(compiled_normalizer(self.normalize))
        return native.overlap_pairs(texts, multiset=self.bag == "multiset")

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Compute scores from counts and keep the best F1; the first of ties."""
        import numpy as np

        p, r, f1 = self._scores(*pairs.T)
        return np.column_stack([p, r, f1, np.ones(len(f1))])[first_best(f1, starts)]

    def of_pair(self, counts: Sequence[int]) -> Sequence[float]:
        """Compute scores from counts."""
        return (*self._scores(*counts), 1.0)

    def _scores(self, common: Any, predicted: Any, expected: Any) -> Iterator[Any]:
        both = float(self.empty == "match")
        neither = (predicted == 0) & (expected == 0)
        return (where(neither, both, part) for part in prf(common, predicted, expected))

    def counted(self, text: str) -> Counter[str]:
        """Count the words of a text, each once if the bag is a set."""
        words = self.words(text)
        return Counter(words if self.bag == "multiset" else set(words))


def overlap(
    prediction: Counter[str], reference: Counter[str], *, empty: float
) -> tuple[float, float, float]:
    """Return precision, recall and F1 of two bags of words; all 0 if they share none."""
    if not prediction and not reference:
        return empty, empty, empty
    common = (prediction & reference).total()
    if not common:
        return 0.0, 0.0, 0.0
    p, r = common / prediction.total(), common / reference.total()
    return p, r, f1(p, r)
