"""NIST (Doddington 2002), as NLTK computes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sacreval.core.metric import SetMetric, metrics
from sacreval.text.scripts import Tokenization
from sacreval.text.tokenizers import Tokenizer, check, files, tokenization, tokenized
from sacreval.text.words import check_order

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.core.records import Batch


@metrics.register("nist")
@dataclass(frozen=True, kw_only=True)
class Nist(SetMetric):
    """NIST: matched n-grams weighted by information, with a length penalty; 0 or more.

    Higher is better; there is no upper bound. The information of an n-gram is computed over all
    references of the set, so scores of different sets cannot be compared. With several references,
    the best counts, order by order. Orders longer than the longest output are left out; empty
    outputs score 0.

    Args:
        order: The longest n-grams, 1 to 1000.
        tokenize: How texts are split into tokens.
        lowercase: Ignore case.

    Source: NLTK's corpus_nist, on sacrebleu's tokens.
    """

    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "data-to-text", "generation")
    libraries: ClassVar[tuple[str, ...]] = ("nltk", "sacrebleu")

    order: int = 5
    tokenize: Tokenizer = "13a"
    lowercase: bool = False

    def __post_init__(self) -> None:
        check_order("order", self.order)
        check(self.tokenize)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the one output, `nist`."""
        return ("nist",)

    def tokenization(self) -> Tokenization:
        """Split with the sacrebleu tokenizer."""
        return tokenization(self.tokenize)

    def rests_on(self) -> Sequence[Path]:
        """Return the model or the dictionary of the tokenizer."""
        return files(self.tokenize)

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score the set with NLTK."""
        from nltk.translate.nist_score import corpus_nist

        outputs = [self._split(text) for text in batch.predictions]
        references = [[self._split(text) for text in texts] for texts in batch.references]
        order = min(self.order, max(map(len, outputs)))
        if not order or not any(text for texts in references for text in texts):
            return {"nist": 0.0}
        return {"nist": float(corpus_nist(references, outputs, order))}

    def _split(self, text: str) -> list[str]:
        return tokenized(text, self.tokenize, lowercase=self.lowercase)
