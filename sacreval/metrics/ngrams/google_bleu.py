"""Google BLEU, or GLEU (Wu et al. 2016), as NLTK computes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import Origin, PairKernel, ScoreScale, metrics
from sacreval.errors import UsageError
from sacreval.metrics.ngrams._base import for_kernel
from sacreval.metrics.ngrams._tokenized import TokenizedMetric
from sacreval.stats.ratio import ratio
from sacreval.stats.segments import first_best
from sacreval.text.tokenizers import Tokenizer, tokenized
from sacreval.text.words import check_order

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


@metrics.register("google-bleu")
@dataclass(frozen=True, kw_only=True)
class GoogleBleu(TokenizedMetric, PairKernel):
    """Google BLEU: matched n-grams over those of the longer side, 0 to 1.

    Higher is better. It is the smaller of n-gram precision and recall, designed for single
    sentences. With several references the best counts. Counts are summed over outputs before they
    are divided.

    Args:
        tokenize: How texts are split into tokens.
        lowercase: Ignore case.
        min_len: The shortest n-grams, 1 or more.
        max_len: The longest n-grams.

    Source: NLTK's corpus_gleu, on sacrebleu's tokens.
    """

    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "generation")
    origin = Origin(libraries=("nltk", "sacrebleu"))
    score_scale = ScoreScale(greatest={"google_bleu": 1.0})
    whole_rows: ClassVar[bool] = True
    pairs_are_rows: ClassVar[bool] = True

    tokenize: Tokenizer = "13a"
    lowercase: bool = False
    min_len: int = 1
    max_len: int = 4

    def __post_init__(self) -> None:
        if not 1 <= self.min_len <= self.max_len:
            raise UsageError(
                f"min_len {self.min_len} and max_len {self.max_len} must be 1 or more, in order"
            )
        check_order("max_len", self.max_len)
        super().__post_init__()

    def prepare(self, *context: Any) -> list[Counter[Any]]:
        """Count the n-grams of the references."""
        return [self._ngrams(reference) for reference in context[0]]

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return matches with the best reference and n-grams of the longer text."""
        ngrams = self._ngrams(prediction)
        pairs = [
            ((ngrams & reference).total(), max(ngrams.total(), reference.total()))
            for reference in prepared
        ]
        return max(pairs, key=lambda pair: pair[0] / pair[1] if pair[1] else -1.0)

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide matches by n-grams; 0 where there are none."""
        return {"google_bleu": ratio(sums[..., 0], sums[..., 1], otherwise=0.0)}

    def details(self, sums: Array) -> Mapping[str, Array]:
        """Return the matched n-grams, and the n-grams of the longer sides."""
        return {"matches": sums[..., 0], "total": sums[..., 1]}

    def native_pairs(self, batch: Batch) -> Array:
        """Count n-grams with the kernel."""
        from sacreval import native

        texts, options = for_kernel(batch, self.tokenize, lowercase=self.lowercase)
        return native.gleu_pairs(texts, **options, min_len=self.min_len, max_len=self.max_len)

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Keep the reference with the best ratio; the first of ties."""
        return pairs[first_best(ratio(pairs[:, 0], pairs[:, 1], otherwise=-1.0), starts)]

    def _ngrams(self, text: str) -> Counter[Any]:
        from nltk.util import everygrams

        words = tokenized(text, self.tokenize, lowercase=self.lowercase)
        return Counter(everygrams(words, self.min_len, self.max_len))
