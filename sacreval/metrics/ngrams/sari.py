"""SARI (Xu et al. 2016): quality of the words that a simplification adds, keeps and deletes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.core.metric import metrics
from sacreval.metrics.ngrams._simplification import ORDERS, Grams, SimplificationMetric
from sacreval.stats.ratio import f1

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("sari")
@dataclass(frozen=True, kw_only=True)
class Sari(SimplificationMetric):
    """SARI: mean of F1 of added and kept n-grams and precision of deleted ones, 0 to 100.

    Higher is better. It requires the source sentence in `sources` and references; the n-grams of
    several references are pooled. The score of a system is the mean over its outputs. An empty
    text counts as one empty word, as in the original.

    Args:
        lowercase: Ignore case.
        tokenize: How texts are split into tokens.

    Source: the authors' SARI.py with its later fix of keep recall, as Hugging Face evaluate has it.
    """

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the mean and of its three parts."""
        return ("sari", "sari_add", "sari_keep", "sari_delete")

    def prepare(self, *context: Any) -> SentenceNgrams:
        """Count the n-grams of source and references."""
        references, sources = context
        return SentenceNgrams(
            self.grams(" ".join(sources)), self.pooled(references), len(references)
        )

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Average the three parts over the orders."""
        parts = [
            operations(s, c, r, prepared.size)
            for s, c, r in zip(
                prepared.source, self.grams(prediction), prepared.references, strict=True
            )
        ]
        add, keep, delete = (100.0 * sum(part) / len(ORDERS) for part in zip(*parts, strict=True))
        return (add + keep + delete) / 3, add, keep, delete

    def kernel_scores(
        self, texts: Any, options: Any, _pairs: Sequence[tuple[str, list[str]]]
    ) -> Array:
        """Compute the scores with the kernel."""
        from sacreval import native

        return native.sari(texts, **options)


class SentenceNgrams(NamedTuple):
    """N-grams of source and references, by order.

    Args:
        source: n-grams of the source.
        references: n-grams of all references together.
        size: Number of references.
    """

    source: list[Grams]
    references: list[Grams]
    size: int


def operations(source: Grams, output: Grams, references: Grams, m: int) -> tuple[float, ...]:
    """Score what was added, kept and deleted at one order.

    Args:
        source: n-grams of the source.
        output: n-grams of the output.
        references: n-grams of all references.
        m: Number of references; counts of source and output are multiplied by it.
    """
    s, c, r = _times(source, m), _times(output, m), references
    kept, to_keep = s & c, s & r
    good = kept & r
    keep_p = sum(good[g] / kept[g] for g in good) / len(kept) if kept else 1.0
    keep_r = good.total() / to_keep.total() if to_keep else 1.0

    deleted = s - c
    right = deleted - r
    delete = sum(right[g] / deleted[g] for g in right) / len(deleted) if deleted else 1.0

    added, to_add = output.keys() - source.keys(), references.keys() - source.keys()
    hits = len(added & to_add)
    add_p = hits / len(added) if added else 1.0
    add_r = hits / len(to_add) if to_add else 1.0
    return f1(add_p, add_r), f1(keep_p, keep_r), delete


def _times(grams: Grams, m: int) -> Grams:
    return Counter({gram: m * count for gram, count in grams.items()})
