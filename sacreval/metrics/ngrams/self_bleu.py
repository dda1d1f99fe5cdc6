"""Self-BLEU (Zhu et al. 2018): similarity of the outputs of a set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import PERCENT, ScoreScale
from sacreval.core.metric import Metric, Origin, SetMetric, metrics, on_kernels
from sacreval.metrics.ngrams._base import for_kernel
from sacreval.metrics.ngrams._tokenized import TokenizedMetric
from sacreval.text.tokenizers import Tokenizer
from sacreval.text.words import check_order

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

AT_ONCE = 64  # outputs whose references, all other outputs, are in memory


@metrics.register("self-bleu")
@dataclass(frozen=True, kw_only=True)
class SelfBleu(TokenizedMetric, SetMetric):
    """Self-BLEU: mean BLEU of each output against all others, 0 to 100; lower is more diverse.

    One output has no others to be compared with: 0 is reported, with a notice. References are not
    used. On the official engine, run time grows with the square of the number of outputs.

    Args:
        max_ngram_order: The longest n-grams, 1 to 1000.
        tokenize: How texts are split into tokens.

    Source: Zhu et al. 2018, with sacrebleu's sentence BLEU.
    """

    score_scale = ScoreScale(spans=PERCENT)
    tasks: ClassVar[tuple[str, ...]] = ("generation",)
    needs: ClassVar[tuple[str, ...]] = ()
    higher_is_better: ClassVar[bool] = False
    origin = Origin(libraries=("sacrebleu",))

    max_ngram_order: int = 4
    tokenize: Tokenizer = "13a"

    def __post_init__(self) -> None:
        check_order("max_ngram_order", self.max_ngram_order)
        super().__post_init__()

    def covers_native(self) -> bool:
        """Always; tokenizers that are not compiled run before the kernel."""
        return True

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score every output against the others."""
        if len(batch) == 1:
            return {"self_bleu": 0.0}
        rows = self._native_rows(batch) if on_kernels(self) else self._official_rows(batch)
        scores = self._bleu().reduce(rows)["bleu"]
        return {"self_bleu": float(scores.mean())}

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Report the score of one output as undefined: there are no others."""
        return {"self_bleu": "there is no other output"} if rows.sum() == 1 else {}

    def _native_rows(self, batch: Batch) -> Array:
        """Count the n-grams of all outputs once, with the kernel."""
        from sacreval import native

        texts, options = for_kernel(batch.as_one(), self.tokenize, lowercase=False)
        rows = native.bleu_of_others(texts, **options, max_ngram_order=self.max_ngram_order)
        return rows.astype(float)

    def _official_rows(self, batch: Batch) -> Array:
        """Score each output with the others as its references, a few at a time."""
        import numpy as np

        bleu = self._bleu()
        return np.concatenate([bleu.rows(some) for some in self._against_others(batch)])

    def _against_others(self, batch: Batch) -> Iterator[Batch]:
        from sacreval.core.records import Batch, Instance

        texts = batch.predictions
        for first in range(0, len(texts), AT_ONCE):
            some = enumerate(texts[first : first + AT_ONCE], start=first)
            yield Batch(
                [Instance(prediction=x, references=[*texts[:i], *texts[i + 1 :]]) for i, x in some]
            )

    def _bleu(self) -> Metric:
        make: Any = metrics.get("bleu")
        bleu: Metric = make(
            max_ngram_order=self.max_ngram_order, tokenize=self.tokenize, effective_order=True
        )
        return bleu
