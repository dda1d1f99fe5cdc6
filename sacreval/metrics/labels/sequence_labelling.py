"""Sequence labelling: precision, recall and F1 of tagged entities, as in seqeval."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import eq
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sacreval.core.contract.metric_values import SHARE, ScoreScale
from sacreval.core.contract.watches import Spellings
from sacreval.core.metric import Origin, metrics
from sacreval.core.options.field_types import TEXT, Kind, any_number_of, many
from sacreval.errors import NotSetUpError
from sacreval.metrics.labels._base import LabelMetric
from sacreval.stats.label_scores import PARTS, Absent, Average, ClassCounts, names, scores
from sacreval.stats.ratio import ratio
from sacreval.text.answers.labels import written
from sacreval.text.tagged_entities import Entity, Scheme, entities, kinds

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

TAGS = any_number_of(TEXT)


@metrics.register("sequence-labelling")
@dataclass(frozen=True, kw_only=True)
class SequenceLabelling(LabelMetric):
    """Sequence labelling: precision, recall and F1 of tagged entities, 0 to 1.

    Higher is better. The accuracy of single tags is reported too. The prediction is a list of tags
    such as B-PER, and so is the only reference. An entity is correct if its type and both ends are.
    Tags without a prefix, such as parts of speech, are refused: they have no entities.

    Args:
        labels: The entity types, in order. By default those in the data, sorted; the
            records are then read twice.
        scheme: Tagging scheme; lenient reads the prefixes B, I, E and S as conlleval does, the
            others read theirs strictly.
        average: How precision, recall and F1 are averaged: macro is the mean over types, weighted
            the same mean weighted by how often each is correct; micro sums the counts of all
            types first; per-class reports each separately.
        absent: How macro averages treat types that neither side of a system has: leave averages
            over the others, as scikit-learn does by default, so that a system's score does not
            depend on other systems; zero counts them as 0, as scikit-learn does with `labels`.

    Source: seqeval, in its default and its strict mode.
    """

    main: ClassVar[str] = "micro_f1"  # as CoNLL ranks systems
    score_scale = ScoreScale(spans=SHARE)
    origin = Origin(libraries=("seqeval",), counterpart="seqeval:sequence_labelling")
    tasks: ClassVar[tuple[str, ...]] = ("tagging",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": TAGS, "references": many(TAGS)}
    scores_none: ClassVar[bool] = True
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": ["O", "I-PER", "I-PER"], "references": [["O", "I-PER", "I-PER"]]},
        {"prediction": ["I-LOC", "O"], "references": [["I-PER", "O"]]},
    )

    scheme: Scheme = "lenient"
    average: tuple[Average, ...] = ("micro", "macro", "weighted", "per-class")
    absent: Absent = "leave"

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the accuracy of tags, then precision, recall and F1 by average."""
        return ("tag_accuracy", *names(self.average, self.classes))

    def watch(self) -> Watch | None:
        """Return a check of the entity types in the data."""
        return Spellings(self.name, lambda _: (), self.classes)

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Collect the types of entities in the data."""
        labels: set[str] = set()
        for instance in (record for batch in batches for record in batch):
            if not self._kinds(instance) <= labels:
                labels.update(self.labels_of(instance))
        return replace(self, labels=self.labels or tuple(map(written, sorted(labels))))

    def labels_of(self, instance: Instance) -> Sequence[str]:
        """List the types of all entities."""
        tags = [*(instance.references or ()), instance.prediction or ()]
        return [kind for sequence in tags for kind, _, _ in entities(sequence, self.scheme)]

    def fault(self, instance: Instance) -> str | None:
        """Report sequences of unequal length, and types outside the labels."""
        references = instance.references or []
        if len(references) != 1:
            return (
                f"{len(references)} references, but tags are scored against one sequence; keep one"
            )
        if instance.prediction is not None and len(references[0]) != len(instance.prediction):
            return (
                f"{len(instance.prediction)} predicted tags for {len(references[0])} in the "
                "reference; give each token one tag on both sides"
            )
        try:
            new = self._kinds(instance).difference(self.classes)
        except ValueError as error:
            return (
                f"a tag is not in the scheme {self.scheme} ({error}); write PER-B as B-PER, "
                "give --scheme for other prefixes, or score tags without entities by accuracy, one "
                "a record"
            )
        if not new or not self.classes:
            return None
        if outside := set(self.labels_of(instance)).difference(self.classes):
            return f"'{min(outside)}' is not one of the types; correct it, or add it with --labels"
        return None

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return hits, predicted and correct entities by type, then correct tags and all tags."""
        return self._counts(prediction, prepared[0], official_entities)

    def covers_native(self) -> bool:
        """Always; all schemes are covered."""
        return True

    def native_rows(self, batch: Batch) -> Array:
        """Compute the same without seqeval."""
        import numpy as np

        pairs = zip(batch.predictions, batch.references, strict=True)
        return np.array([self._counts(tags, right[0], entities) for tags, right in pairs], float)

    def _counts(
        self,
        predicted: Sequence[str] | None,
        expected: Sequence[str],
        find: Callable[[Sequence[str], Scheme], set[Entity]],
    ) -> list[float]:
        """Count entities and tags; an output without an answer has none, and each tag wrong."""
        predicted = () if predicted is None else predicted
        c = len(self.classes)
        place = {kind: i for i, kind in enumerate(self.classes)}
        counts = [0.0] * (3 * c)
        ours, theirs = find(predicted, self.scheme), find(expected, self.scheme)
        for i, spans in enumerate((ours & theirs, ours, theirs)):
            for kind, _, _ in spans:
                if kind in place:
                    counts[i * c + place[kind]] += 1.0
        return [*counts, sum(map(eq, predicted, expected)), len(expected)]

    def _kinds(self, instance: Instance) -> set[str]:
        """Return the types of all tags, also of those that no entity has.

        Raises:
            ValueError: If a tag is not of the scheme.
        """
        return kinds(chain(instance.prediction or (), *(instance.references or ())), self.scheme)

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


def official_entities(tags: Sequence[str], scheme: Scheme) -> set[Entity]:
    """Return the entities of a tag sequence as seqeval finds them."""
    try:
        from seqeval import scheme as schemes
        from seqeval.metrics.sequence_labeling import get_entities
    except ImportError as error:
        raise NotSetUpError(
            "the official engine of sequence-labelling needs seqeval; run: "
            "pip install 'sacreval[labels]'"
        ) from error
    if not tags:
        return set()
    if scheme == "lenient":
        return set(get_entities(list(tags)))
    tagged = schemes.Entities([list(tags)], getattr(schemes, scheme)).entities[0]
    return {(entity.tag, entity.start, entity.end) for entity in tagged}
