"""Scores of tagged sequences computed by seqeval."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sacreval.core.records import Batch

PARTS = ("precision", "recall", "f1")


def sequence_labelling(metric: Any, batch: Batch) -> Mapping[str, float]:
    """Score entities over the types that occur; with `absent: zero` averages are omitted."""
    from seqeval import scheme
    from seqeval.metrics import accuracy_score, f1_score, precision_score, recall_score

    right = [x.references[0] for x in batch if x.references]
    predicted = _with_tags(batch.predictions, right, "O")
    how: dict[str, Any] = {"zero_division": 0}
    if metric.scheme != "lenient":
        how |= {"mode": "strict", "scheme": getattr(scheme, metric.scheme)}
    wrong = _with_tags(batch.predictions, right, "")  # equal to no tag
    outputs = {"tag_accuracy": float(accuracy_score(right, wrong))}
    averages = [
        x for x in metric.average if x == "micro" or (x != "per-class" and metric.absent == "leave")
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for average in averages:
            for part, score in zip(PARTS, (precision_score, recall_score, f1_score), strict=True):
                outputs[f"{average}_{part}"] = float(
                    score(right, predicted, average=average, **how)
                )
    return outputs


def _with_tags(
    predictions: Sequence[Any], references: Sequence[Any], tag: str
) -> Sequence[Sequence[str]]:
    """Return predictions with one tag throughout in place of those without an answer."""
    pairs = zip(predictions, references, strict=True)
    return [[tag] * len(right) if tags is None else tags for tags, right in pairs]
