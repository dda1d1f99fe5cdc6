"""Entities that a text names: precision, recall and F1 of bags of (text, type) pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import SHARE, ScoreScale
from sacreval.core.metric import metrics
from sacreval.core.options.field_types import Kind, any_number_of, many
from sacreval.metrics.labels._base import LabelMetric
from sacreval.stats.label_scores import Absent, Average, ClassCounts, names, scores
from sacreval.text.normalizers import Normalizer, normalizer

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Instance


def _is_entity(value: Any) -> bool:
    return isinstance(value, list) and [type(part) for part in value] == [str, str]


ENTITIES = any_number_of(Kind('a pair of text and type such as ["Rome", "LOC"]', _is_entity))


@metrics.register("entities")
@dataclass(frozen=True, kw_only=True)
class Entities(LabelMetric):
    """Entities: precision, recall and F1 of lists of (text, type) pairs without positions, 0 to 1.

    Higher is better. The prediction is a list such as [["Rome", "LOC"]], and so is the only
    reference; every repetition of a pair counts. For tags of tokens, use sequence-labelling.

    Args:
        labels: The types, in order. By default those in the data, sorted; the records are then
            read twice.
        average: How precision, recall and F1 are averaged: macro is the mean over types, weighted
            the same mean weighted by how often each is correct; micro sums the counts of all
            types first; per-class reports each separately.
        absent: How macro averages treat types that neither side of a system has: leave averages
            over the others, as scikit-learn does by default, so that a system's score does not
            depend on other systems; zero counts them as 0, as scikit-learn does with `labels`.
        normalize: Normalisation of the texts before scoring; see exact-match.

    Source: Unitxt's ner, which averages over the types of references only.
    """

    main: ClassVar[str] = "micro_f1"  # as CoNLL ranks systems
    score_scale = ScoreScale(spans=SHARE)
    tasks: ClassVar[tuple[str, ...]] = ("entities",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": ENTITIES, "references": many(ENTITIES)}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": [["Rome", "LOC"], ["Rome", "LOC"]], "references": [[["Rome", "LOC"]]]},
        {"prediction": [], "references": [[["Dan", "PER"]]]},
    )

    average: tuple[Average, ...] = ("micro", "macro", "weighted", "per-class")
    absent: Absent = "leave"
    normalize: Normalizer = "none"

    def __post_init__(self) -> None:
        super().__post_init__()
        normalizer(self.normalize)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of precision, recall and F1 by average."""
        return names(self.average, self.classes)

    def labels_of(self, instance: Instance) -> Sequence[str]:
        """List the types of all entities."""
        bags = [*(instance.references or ()), instance.prediction]
        return [kind for bag in bags for _, kind in bag]

    def fault(self, instance: Instance) -> str | None:
        """Report several references, and types outside the labels."""
        references = instance.references or []
        if len(references) != 1:
            return (
                f"{len(references)} references, but entities are scored against one list; keep one"
            )
        for kind in self.labels_of(instance) if self.classes else ():
            if kind not in self.classes:
                return f"'{kind}' is not one of the types; correct it, or add it with --labels"
        return None

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the numbers of hits, predicted and correct pairs by type."""
        predicted, expected = self._bag(prediction), self._bag(prepared[0])
        place = {kind: i for i, kind in enumerate(self.classes)}
        counts = [0.0] * (3 * len(place))
        for i, bag in enumerate((predicted & expected, predicted, expected)):
            for (_, kind), count in bag.items():
                if kind in place:
                    counts[i * len(place) + place[kind]] += count
        return counts

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Compute scores from counts."""
        c = len(self.classes)
        counts = ClassCounts(*(sums[..., i * c : (i + 1) * c] for i in range(3)))
        return dict(zip(self.outputs, scores(counts, self.average, self.absent), strict=True))

    def _bag(self, pairs: Sequence[Sequence[str]]) -> Counter[tuple[str, str]]:
        clean = normalizer(self.normalize)
        return Counter((clean(text), kind) for text, kind in pairs)
