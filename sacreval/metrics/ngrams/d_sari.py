"""D-SARI (Sun et al. 2021): SARI of documents, with penalties for their lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.core.metric import metrics
from sacreval.metrics.ngrams._simplification import ORDERS, Grams, SimplificationMetric
from sacreval.stats.ratio import f1
from sacreval.text.syllables import sentences

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("d-sari")
@dataclass(frozen=True, kw_only=True)
class DSari(SimplificationMetric):
    """D-SARI: SARI with penalties for the lengths of documents, 0 to 100.

    Higher is better. It requires the document in `sources` and references. Added n-grams are
    penalised if the output is shorter than the references, kept and deleted ones if it is longer,
    and kept ones if its number of sentences is another one. The score of a system is the mean over
    its outputs. Unlike in sari, kept and deleted n-grams count by type, and where there is nothing
    to keep, delete or add the part is 0. A sentence ends at . ! ? or an ellipsis before a blank.

    Args:
        lowercase: Ignore case.
        tokenize: How texts are split into tokens; none for texts that are tokenised already, as in
            the original.

    Source: the formulas of Sun, Jin and Wan 2021, section 4; its authors' script.
    """

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the mean and of its three parts."""
        return ("d_sari", "d_sari_add", "d_sari_keep", "d_sari_delete")

    def prepare(self, *context: Any) -> DocumentNgrams:
        """Count the n-grams and the lengths of source and references."""
        references, sources = context
        source, size = " ".join(sources), len(references)
        return DocumentNgrams(
            source=self.grams(source),
            references=self.pooled(references),
            size=size,
            source_length=len(self.split(source)),
            length=sum(len(self.split(text)) for text in references) // size,
            sentences=sum(map(sentences, references)) // size,
        )

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Average each part over the orders and apply the penalties."""
        parts = [
            operations(s, c, r, prepared.size)
            for s, c, r in zip(
                prepared.source, self.grams(prediction), prepared.references, strict=True
            )
        ]
        add, keep, delete = (100.0 * sum(part) / len(ORDERS) for part in zip(*parts, strict=True))
        tokens = len(self.split(prediction))
        return _penalised((add, keep, delete), penalties(tokens, sentences(prediction), prepared))

    def kernel_scores(
        self, texts: Any, options: Any, pairs: Sequence[tuple[str, list[str]]]
    ) -> Array:
        """Compute the parts with the kernel, and apply the penalties."""
        import numpy as np

        from sacreval import native

        rows = native.sari(texts, **options, documents=True).tolist()
        count = cache(sentences)
        scores = []
        for (*parts, tokens, source, length), (output, references) in zip(rows, pairs, strict=True):
            size = len(references)
            context = DocumentNgrams(
                source=[],
                references=[],
                size=size,
                source_length=int(source),
                length=int(length) // size,
                sentences=sum(map(count, references)) // size,
            )
            scores.append(_penalised(parts, penalties(int(tokens), count(output), context)))
        return np.array(scores)


class DocumentNgrams(NamedTuple):
    """Source and references of a record.

    Args:
        source: n-grams of the source, by order.
        references: n-grams of all references together, by order.
        size: Number of references.
        source_length: Tokens of the source.
        length: Mean number of tokens of the references, rounded down.
        sentences: Mean number of sentences of the references, rounded down.
    """

    source: list[Grams]
    references: list[Grams]
    size: int
    source_length: int
    length: int
    sentences: int


class Penalties(NamedTuple):
    """Factors in (0, 1] for outputs that are shorter or longer than the references.

    Args:
        short: For fewer tokens.
        long: For more tokens.
        sentences: For another number of sentences.
    """

    short: float
    long: float
    sentences: float


def operations(source: Grams, output: Grams, references: Grams, m: int) -> tuple[float, ...]:
    """Score what was added, kept and deleted at one order.

    Args:
        source: n-grams of the source.
        output: n-grams of the output.
        references: n-grams of all references.
        m: Number of references; counts of source and output are multiplied by it.

    Returns:
        F1 of added and of kept n-grams, precision of deleted ones, each 0 to 1.
    """
    s, c = (Counter({gram: m * n for gram, n in text.items()}) for text in (source, output))
    kept, to_keep, deleted = s & c, s & references, s - c
    good = kept & references
    added, to_add = output.keys() - source.keys(), references.keys() - source.keys()
    hits = len(added & to_add)
    return (
        f1(_share(hits, len(added)), _share(hits, len(to_add))),
        f1(_mean_share(good, kept), _mean_share(good, to_keep)),
        _mean_share(deleted - references, deleted),
    )


def penalties(tokens: int, parts: int, context: DocumentNgrams) -> Penalties:
    """Compute the penalties of an output."""
    surplus = tokens - context.length
    most = max(parts, context.sentences, 1)
    return Penalties(
        short=exp(min(surplus, 0) / tokens),
        long=exp(-max(surplus, 0) / max(context.source_length - context.length, 1)),
        sentences=exp(-abs(context.sentences - parts) / most),
    )


def _penalised(parts: Sequence[float], factor: Penalties) -> tuple[float, ...]:
    """Return the mean and the parts added, kept and deleted, after the penalties."""
    add, keep, delete = parts
    add *= factor.short
    keep *= factor.long * factor.sentences
    delete *= factor.long
    return (add + keep + delete) / 3, add, keep, delete


def _mean_share(good: Grams, every: Grams) -> float:
    """Return the mean over n-grams of the share of their counts that is good; 0 without any."""
    return sum(good[gram] / every[gram] for gram in good) / len(every) if every else 0.0


def _share(hits: int, total: int) -> float:
    return hits / total if total else 0.0
