"""Base class of SARI and D-SARI: n-grams of their texts, and sources for their kernel."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import NO_LIBRARY
from sacreval.core.metric import MeanMetric, Origin, ScoreScale, on_kernels
from sacreval.metrics.ngrams._base import for_kernel
from sacreval.metrics.ngrams._tokenized import TokenizedMetric
from sacreval.text.tokenizers import Tokenizer, tokenized
from sacreval.text.words import ngrams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

ORDERS = (1, 2, 3, 4)
Grams = Counter[tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class SimplificationMetric(TokenizedMetric, MeanMetric):
    """A score of the n-grams that an output adds to its source, keeps and deletes."""

    tasks: ClassVar[tuple[str, ...]] = ("simplification", "generation")
    score_scale = ScoreScale(mean=True, highest=100.0)
    needs: ClassVar[tuple[str, ...]] = ("references", "sources")
    origin = Origin(libraries=("sacrebleu",), why_own=NO_LIBRARY)  # sacrebleu splits texts

    lowercase: bool = True
    tokenize: Tokenizer = "13a"

    def split(self, text: str) -> list[str]:
        """Split a text into tokens; an empty one has an empty token, as in the originals."""
        return tokenized(text, self.tokenize, lowercase=self.lowercase) or [""]

    def grams(self, text: str) -> list[Grams]:
        """Count the n-grams of a text, by order."""
        tokens = self.split(text)
        return [ngrams(tokens, n) for n in ORDERS]

    def pooled(self, texts: Sequence[str]) -> list[Grams]:
        """Count the n-grams of all texts together, by order."""
        return [sum(by_order, Grams()) for by_order in zip(*map(self.grams, texts), strict=True)]

    @abstractmethod
    def kernel_scores(
        self, texts: Any, options: Any, pairs: Sequence[tuple[str, list[str]]]
    ) -> Array:
        """Compute scores with the kernel.

        Args:
            texts: The outputs; the first reference of each is its source.
            options: Options of the kernel.
            pairs: The output and the references of each row.

        Returns:
            Array (rows, outputs).
        """

    def covers_native(self) -> bool:
        """Always; tokenizers that are not compiled run before the kernel."""
        return True

    def native_rows(self, batch: Batch) -> Array:
        """Compute the scores with the kernel."""
        pairs = list(zip(batch.predictions, batch.references, strict=True))
        return self._native(batch, pairs, leave_one_out=False)

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Compute the scores without each reference."""
        if not on_kernels(self):
            return super().leave_one_out_rows(batch)
        return self.rows_with_leave_one_out(batch)[1]

    def rows_with_leave_one_out(self, batch: Batch) -> tuple[Array, Array]:
        """Count n-grams once for the rows and the leave-one-out rows."""
        import numpy as np

        if not on_kernels(self):
            return self.rows(batch), self.leave_one_out_rows(batch)
        pairs: list[tuple[str, list[str]]] = []
        whole = []
        for output, texts in zip(batch.predictions, batch.references, strict=True):
            whole.append(len(pairs))
            pairs.append((output, texts))
            pairs += [(output, texts[:j] + texts[j + 1 :]) for j in range(len(texts))]
        rows = self._native(batch, pairs, leave_one_out=True)
        return rows[whole], np.delete(rows, whole, axis=0)

    def _native(
        self, batch: Batch, pairs: Sequence[tuple[str, list[str]]], *, leave_one_out: bool
    ) -> Array:
        import numpy as np

        texts, options = for_kernel(_with_sources(batch), self.tokenize, lowercase=self.lowercase)
        scores = self.kernel_scores(texts, {**options, "leave_one_out": leave_one_out}, pairs)
        return np.hstack([scores, np.ones((len(scores), 1))])


def _with_sources(batch: Batch) -> Batch:
    """Return the outputs with the source as the first reference."""
    from sacreval.core.records import Batch, Instance

    columns = zip(batch.predictions, batch.column("sources"), batch.references, strict=True)
    return Batch(
        [Instance(prediction=x, references=[" ".join(s), *texts]) for x, s, texts in columns],
        workers=batch.workers,
    )
