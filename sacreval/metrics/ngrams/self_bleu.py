"""Self-BLEU (Zhu et al. 2018): similarity of the outputs of a set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import Metric, SetMetric, metrics
from sacreval.core.metric_values import PERCENT, Spans
from sacreval.metrics.ngrams._tokenized import TokenizedMetric
from sacreval.text.tokenizers import Tokenizer
from sacreval.text.words import check_order

if TYPE_CHECKING:
    from sacreval.core.records import Batch


@metrics.register("self-bleu")
@dataclass(frozen=True, kw_only=True)
class SelfBleu(TokenizedMetric, SetMetric):
    """Self-BLEU: mean BLEU of each output against all others, 0 to 100; lower is more diverse.

    Run time grows with the square of the number of outputs. A set of one output scores 0.
    References are not used.

    Args:
        max_ngram_order: The longest n-grams, 1 to 1000.
        tokenize: How texts are split into tokens.

    Source: Zhu et al. 2018, with sacrebleu's sentence BLEU.
    """

    spans: ClassVar[Spans] = PERCENT
    tasks: ClassVar[tuple[str, ...]] = ("generation",)
    needs: ClassVar[tuple[str, ...]] = ()
    higher_is_better: ClassVar[bool] = False
    libraries: ClassVar[tuple[str, ...]] = ("sacrebleu",)

    max_ngram_order: int = 4
    tokenize: Tokenizer = "13a"

    def __post_init__(self) -> None:
        check_order("max_ngram_order", self.max_ngram_order)
        super().__post_init__()

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the one output, `self_bleu`."""
        return ("self_bleu",)

    def covers_native(self) -> bool:
        """Return whether BLEU's kernel covers the options."""
        return self._bleu().covers_native()

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score every output against the others."""
        from sacreval.core.records import Batch, Instance

        texts = batch.predictions
        if len(texts) == 1:
            return {"self_bleu": 0.0}
        others = [
            Instance(prediction=text, references=[*texts[:i], *texts[i + 1 :]])
            for i, text in enumerate(texts)
        ]
        bleu = self._bleu().with_engine(self.engine)
        scores = bleu.reduce(bleu.rows(Batch(others, workers=batch.workers)))["bleu"]
        return {"self_bleu": float(scores.mean())}

    def _bleu(self) -> Metric:
        make: Any = metrics.get("bleu")
        bleu: Metric = make(
            max_ngram_order=self.max_ngram_order, tokenize=self.tokenize, effective_order=True
        )
        return bleu
