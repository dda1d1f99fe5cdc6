"""Key point analysis (Bar-Haim et al. 2020): whether arguments are matched to their key points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import metrics
from sacreval.core.options.field_types import ANYTHING, LABEL, LABELS, Kind, as_label
from sacreval.metrics.labels._base import LabelMetric
from sacreval.stats.label_scores import Average, ClassCounts, names, scores
from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Instance


@metrics.register("kpa")
@dataclass(frozen=True, kw_only=True)
class Kpa(LabelMetric):
    """Key point analysis: precision, recall and F1 of matches of arguments to key points, 0 to 1.

    Higher is better. A record is an argument and a key point, named in `keypoint` of its `meta`.
    The prediction and the only reference are `none` if they do not match; any other text states
    that they do, whatever it is. Macro averages are over the key points that some reference
    matches; the last output is the share of predicted matches with these, and 1 without predicted
    matches.

    Args:
        labels: The key points, in order. By default those in the data, sorted; the records are
            then read twice.
        average: How precision, recall and F1 are averaged: macro is the mean over key points,
            weighted the same mean weighted by their matching arguments; micro sums the counts of
            all key points first; per-class reports each separately.
        none: The text for where argument and key point do not match.

    Source: the metric kpa of Unitxt 1.26.10.
    """

    main: ClassVar[str] = "micro_f1"
    tasks: ClassVar[tuple[str, ...]] = ("classification",)
    needs: ClassVar[tuple[str, ...]] = ("references", "meta")
    kinds: ClassVar[Mapping[str, Kind]] = {
        "prediction": LABEL,
        "references": LABELS,
        "meta": ANYTHING,
    }
    scores_none: ClassVar[bool] = True
    whole_rows: ClassVar[bool] = True
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": "match", "references": ["match"], "meta": {"keypoint": "costs"}},
        {"prediction": "none", "references": ["match"], "meta": {"keypoint": "costs"}},
        {"prediction": "match", "references": ["none"], "meta": {"keypoint": "safety"}},
    )

    average: tuple[Average, ...] = ("micro", "macro", "per-class")
    none: str = "none"

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return precision, recall and F1 by average, then the share within known key points."""
        return (*names(self.average, self.classes), "in_classes_support")

    def labels_of(self, instance: Instance) -> Sequence[str]:
        """Return the key point of a record."""
        point = (instance.meta or {}).get("keypoint")
        return [as_label(point)] if LABEL.accepts(point) else []

    def fault(self, instance: Instance) -> str | None:
        """Report several references, and a key point that is missing or unknown."""
        labels = self.labels_of(instance)
        if not labels:
            return "no `keypoint` in `meta`; add it, or --map 'meta={keypoint: FIELD}'"
        if self.classes and labels[0] not in self.classes:
            return f"'{labels[0]}' is not one of the key points; correct it, or add it to --labels"
        if (n := len(instance.references or [])) != 1:
            return f"{n} references, but a match is scored against one; keep one"
        return None

    def prepare(self, *context: Any) -> tuple[bool, str]:
        """Return whether the reference states that they match, and the key point."""
        references, meta = context
        return self._matches(references[0]), as_label(meta["keypoint"])

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return hit, predicted and right match by key point."""
        wanted, point = prepared
        predicted = self._matches(prediction)
        marks = (predicted and wanted, predicted, wanted)
        return [float(mark and label == point) for mark in marks for label in self.classes]

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Compute scores from counts; macro averages are over key points with a right match."""
        c = len(self.classes)
        hits, predicted, wanted = (sums[..., i * c : (i + 1) * c] for i in range(3))
        known = predicted * (wanted > 0)
        columns: list[Array] = []
        for average in self.average:
            among = known if average == "macro" else predicted
            columns += scores(ClassCounts(hits, among, wanted), (average,))
        columns.append(ratio(known.sum(axis=-1), predicted.sum(axis=-1), otherwise=1.0))
        return dict(zip(self.outputs, columns, strict=True))

    def _matches(self, value: Any) -> bool:
        return value is not None and as_label(value) != self.none
