"""NIST of whole sets computed by NLTK."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sacreval.core.records import Batch


def nist(metric: Any, batch: Batch) -> Mapping[str, float]:
    """Score a set with the information of n-grams in its own references.

    Args:
        metric: The metric nist.
        batch: The records.

    Returns:
        The score; empty without words in the outputs or in the references, where NLTK divides by 0.
    """
    from nltk.translate.nist_score import corpus_nist

    split = metric.splitter_of(batch)
    outputs = [split(text) for text in batch.predictions]
    references = [[split(text) for text in texts] for texts in batch.references]
    order = min(metric.order, max(map(len, outputs)))  # NLTK divides by the number of n-grams
    if not order or not any(text for texts in references for text in texts):
        return {}
    return {"nist": float(corpus_nist(references, outputs, order))}
