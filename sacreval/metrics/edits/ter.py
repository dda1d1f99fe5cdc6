"""TER, translation edit rate (Snover et al. 2006), as sacrebleu computes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.metric import PairKernel, metrics
from sacreval.metrics.ngrams._sacrebleu_base import SacrebleuMetric
from sacreval.stats.ratio import ratio
from sacreval.stats.segments import sums as segment_sums
from sacreval.text.scripts import Tokenization

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


@metrics.register("ter")
@dataclass(frozen=True, kw_only=True)
class Ter(SacrebleuMetric, PairKernel):
    """TER: edits and block shifts per reference word, in percent; lower is better.

    It is 0 or more, and can exceed 100. With several references, the edits are those to the
    closest one and the length is the mean length of all. Both are summed over outputs before they
    are divided.

    Args:
        normalized: Normalise and split punctuation as Tercom does.
        no_punct: Remove punctuation.
        asian_support: Split Chinese and Japanese characters and remove their punctuation, where
            normalized and no_punct are on.
        case_sensitive: Do not lowercase.

    Source: sacrebleu (Post 2018), after Tercom.
    """

    score_scale = ScoreScale(spans=FROM_ZERO)
    pairs_are_rows: ClassVar[bool] = True
    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "data-to-text", "generation")
    higher_is_better: ClassVar[bool] = False

    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    case_sensitive: bool = False

    def tokenization(self) -> Tokenization:
        """Split as Tercom does."""
        remedy = "give --normalized --asian-support for Chinese and Japanese"
        return Tokenization(self._split, remedy)

    def _split(self, text: str) -> list[str]:
        if not (self.normalized and self.asian_support):
            return text.split()
        from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

        words: str = TercomTokenizer(**self.options())(text)
        return words.split()

    def official(self) -> Any:
        """Build sacrebleu's TER."""
        from sacrebleu.metrics.ter import TER

        return TER(**self.options())

    def native_pairs(self, batch: Batch) -> Array:
        """Count edits and reference words with the kernel."""
        from sacreval import native

        return native.ter_pairs(batch.texts, **self.options())

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Return the fewest edits and the mean reference length."""
        import numpy as np

        edits = np.minimum.reduceat(pairs[:, 0], starts[:-1])
        length = segment_sums(pairs[:, 1], starts) / np.diff(starts)
        return np.column_stack([edits, length])

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide edits by words; without reference words, return 100 if there is any edit."""
        edits, ref_length = sums[..., 0], sums[..., 1]
        return {"ter": 100.0 * ratio(edits, ref_length, otherwise=edits > 0)}

    def details(self, sums: Array) -> Mapping[str, Array]:
        """Return the edits, and the words of references, on average over those of a record."""
        return {"edits": sums[..., 0], "ref_len": sums[..., 1]}
