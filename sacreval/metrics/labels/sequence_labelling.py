"""Sequence labelling: precision, recall and F1 of tagged entities, as in seqeval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.field_types import TEXT, Kind, any_number_of, many
from sacreval.core.metric import metrics
from sacreval.core.metric_values import SHARE, Spans
from sacreval.core.remarks import Spellings
from sacreval.errors import NotSetUpError
from sacreval.metrics.labels._base import LabelMetric
from sacreval.stats.label_scores import PARTS, Absent, Average, ClassCounts, names, scores
from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Instance
    from sacreval.core.remarks import Watch

TAGS = any_number_of(TEXT)
Scheme = Literal["lenient", "IOB1", "IOB2", "IOE1", "IOE2", "IOBES", "BILOU"]


@metrics.register("sequence-labelling")
@dataclass(frozen=True, kw_only=True)
class SequenceLabelling(LabelMetric):
    """Sequence labelling: precision, recall and F1 of tagged entities, 0 to 1.

    Higher is better. The accuracy of single tags is reported too. The prediction is a list of tags
    such as B-PER, and so is the only reference. An entity is correct if its type and both ends are.

    Args:
        labels: The entity types, in order. By default those in the data, sorted; the
            records are then read twice.
        scheme: Tagging scheme; lenient reads tags as conlleval does, the others strictly.
        average: How precision, recall and F1 are averaged: macro is the mean over types, weighted
            the same mean weighted by how often each is correct; micro sums the counts of all
            types first; per-class reports each separately.
        absent: How macro averages treat types that neither side of a system has: leave averages
            over the others, as scikit-learn does by default, so that a system's score does not
            depend on other systems; zero counts them as 0, as scikit-learn does with `labels`.

    Source: seqeval, in its default and its strict mode.
    """

    main: ClassVar[str] = "micro_f1"  # as CoNLL ranks systems
    spans: ClassVar[Spans] = SHARE
    counterpart: ClassVar[str] = "seqeval:sequence_labelling"
    tasks: ClassVar[tuple[str, ...]] = ("tagging",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": TAGS, "references": many(TAGS)}
    libraries: ClassVar[tuple[str, ...]] = ("seqeval",)
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": ["O", "I-PER", "I-PER"], "references": [["O", "I-PER", "I-PER"]]},
        {"prediction": ["I-LOC", "O"], "references": [["I-PER", "O"]]},
    )

    scheme: Scheme = "lenient"
    average: tuple[Average, ...] = ("micro", "macro", "weighted", "per-class")
    absent: Absent = "leave"

    def __post_init__(self) -> None:
        super().__post_init__()
        entities([], "lenient")

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the accuracy of tags, then precision, recall and F1 by average."""
        return ("tag_accuracy", *names(self.average, self.classes))

    def watch(self) -> Watch | None:
        """Return a check of the entity types in the data."""
        return Spellings(self.name, lambda _: (), self.classes)

    def labels_of(self, instance: Instance) -> Sequence[str]:
        """List the types of all entities."""
        tags = [*(instance.references or ()), instance.prediction]
        return [kind for sequence in tags for kind, _, _ in entities(sequence, self.scheme)]

    def fault(self, instance: Instance) -> str | None:
        """Report sequences of unequal length, and types outside the labels."""
        references = instance.references or []
        if len(references) != 1:
            return (
                f"{len(references)} references, but tags are scored against one sequence; keep one"
            )
        if len(references[0]) != len(instance.prediction):
            return (
                f"{len(instance.prediction)} predicted tags for {len(references[0])} in the "
                "reference; give each token one tag on both sides"
            )
        try:
            found = set(self.labels_of(instance))
        except (ValueError, KeyError) as error:
            return (
                f"a tag is not in the scheme {self.scheme} ({error}); correct it, or give --scheme"
            )
        outside = found - set(self.classes) if self.classes else set()
        if outside:
            return f"'{min(outside)}' is not one of the types; correct it, or add it with --labels"
        return None

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return hits, predicted and correct entities by type, then correct tags and all tags."""
        predicted, expected = (entities(tags, self.scheme) for tags in (prediction, prepared[0]))
        sets = (predicted & expected, predicted, expected)
        counts = [sum(kind == x[0] for x in found) for found in sets for kind in self.classes]
        right = sum(a == b for a, b in zip(prediction, prepared[0], strict=True))
        return [*counts, right, len(prediction)]

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Report macro averages as undefined if there are no entities."""
        if rows.sum(axis=0)[:-2].any() or "macro" not in self.average:
            return {}
        return dict.fromkeys([f"macro_{part}" for part in PARTS], "there are no entities")

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Compute scores from counts."""
        c = len(self.classes)
        counts = ClassCounts(*(sums[..., i * c : (i + 1) * c] for i in range(3)))
        accuracy = ratio(sums[..., -2], sums[..., -1], otherwise=0.0)
        return dict(
            zip(self.outputs, [accuracy, *scores(counts, self.average, self.absent)], strict=True)
        )


def entities(tags: Sequence[str], scheme: Scheme) -> set[tuple[str, int, int]]:
    """Return the entities of a tag sequence: type, first and last index.

    Raises:
        NotSetUpError: If seqeval is not installed.
    """
    try:
        from seqeval import scheme as schemes
        from seqeval.metrics.sequence_labeling import get_entities
    except ImportError as error:
        raise NotSetUpError(
            "sequence-labelling needs seqeval; run: pip install 'sacreval[labels]'"
        ) from error
    if not tags:
        return set()
    if scheme == "lenient":
        return set(get_entities(list(tags)))
    found = schemes.Entities([list(tags)], getattr(schemes, scheme)).entities[0]
    return {(entity.tag, entity.start, entity.end) for entity in found}
