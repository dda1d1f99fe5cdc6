"""Jaccard index (1901): intersection over union of two sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sacreval.core.metric import ScoreScale, metrics
from sacreval.core.options.field_types import LABEL_SET, TEXT, Kind, as_label, many
from sacreval.metrics._units import UnitPairMetric

TEXT_OR_SET = Kind("text or a list of labels", lambda v: TEXT.accepts(v) or LABEL_SET.accepts(v))


@metrics.register("jaccard")
@dataclass(frozen=True, kw_only=True)
class Jaccard(UnitPairMetric):
    """Jaccard index: shared elements over all elements of two sets, 0 to 1.

    Higher is better. A text is the set of its units; a list is a set of labels, with numbers
    compared by value and booleans as true and false. Two empty sets score 1. With several
    references the best counts.

    Args:
        unit: Unit of texts: characters, blank-separated tokens, or words and marks.
        normalize: Normalisation of texts before scoring; see exact-match.

    Source: Jaccard 1901.
    """

    tasks: ClassVar[tuple[str, ...]] = ("multi-label", "question-answering", "generation")
    score_scale = ScoreScale(mean=True, highest=1.0)
    kinds: ClassVar[Mapping[str, Kind]] = {
        "prediction": TEXT_OR_SET,
        "references": many(TEXT_OR_SET),
    }

    def prepare(self, *context: Any) -> list[frozenset[str]]:
        """Convert the references to sets."""
        return [self._set(reference) for reference in context[0]]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference."""
        a = self._set(prediction)
        return (max(len(a & b) / len(a | b) if a | b else 1.0 for b in prepared),)

    def _set(self, value: Any) -> frozenset[str]:
        if isinstance(value, str):
            return frozenset(self.split(value))
        return frozenset(map(as_label, value))
