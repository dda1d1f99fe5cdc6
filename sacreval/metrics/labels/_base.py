"""Base classes of metrics of labels: the label set, and the label of a prediction."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from sacreval.core.field_types import LABEL, LABELS, Kind, as_label
from sacreval.core.metric import Metric
from sacreval.core.remarks import Spellings
from sacreval.errors import UsageError
from sacreval.text.labels import Find, find_label

if TYPE_CHECKING:
    from sacreval.core.records import Batch, Instance
    from sacreval.core.remarks import Watch


@dataclass(frozen=True, kw_only=True)
class LabelMetric(Metric):
    """A metric whose outputs or rows depend on which labels there are.

    Args:
        labels: The labels, in order. By default those in references and predictions,
            sorted; the records are then read twice.
    """

    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": LABEL, "references": LABELS}

    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", tuple(map(as_label, self.labels)))
        if len(set(self.labels)) < len(self.labels):
            raise UsageError("labels repeats a label; give each once")

    def is_settled(self) -> bool:
        """Return whether the labels are known."""
        return bool(self.labels)

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Collect the labels in the data."""
        found = {x for batch in batches for instance in batch for x in self.labels_of(instance)}
        return replace(self, labels=self.labels or tuple(sorted(found)))

    def watch(self) -> Watch | None:
        """Return a check for labels that differ only in spelling."""
        return Spellings(self.name, self.labels_of, self.labels)

    @abstractmethod
    def labels_of(self, instance: Instance) -> Sequence[str]:
        """List the labels that a record adds."""


@dataclass(frozen=True, kw_only=True)
class ClassMetric(LabelMetric):
    """A metric of one label a record.

    Args:
        labels: The labels, in order. By default those in references and predictions,
            sorted; the records are then read twice.
        find: exact requires the prediction to be the label alone; first finds the first label in a
            free text, as whole words without regard to case; only does the same if no other
            label is in the text. A text without a label is unknown: it is wrong, and is counted.
        unknown: error rejects predictions outside the labels; count treats them as unknown.
    """

    tasks: ClassVar[tuple[str, ...]] = ("classification",)
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": "a", "references": ["a"]},
        {"prediction": "b", "references": ["a"]},
        {"prediction": "b", "references": ["b", "c"]},
    )

    find: Find = "exact"
    unknown: Literal["error", "count"] = "error"

    def labels_of(self, instance: Instance) -> Sequence[str]:
        """List the references, and the prediction if it is only a label."""
        alone = [instance.prediction] if self.find == "exact" else []
        return [as_label(x) for x in [*(instance.references or ()), *alone]]

    def label_of(self, prediction: Any) -> str | None:
        """Return the label of a prediction; None if it is unknown."""
        return find_label(as_label(prediction), self.labels, self.find)

    def fault(self, instance: Instance) -> str | None:
        """Report labels outside the label set."""
        if not self.labels:
            return None
        lenient = self.find != "exact" or self.unknown == "count"
        checked = [] if lenient else [instance.prediction]
        for value in [*(instance.references or ()), *checked]:
            if as_label(value) not in self.labels:
                return (
                    f"'{as_label(value)}' is not one of the labels {', '.join(self.labels)}; "
                    "correct it, add it with --labels, or give --unknown count to count it"
                )
        return None

    def pair(self, prediction: Any, references: Sequence[Any]) -> tuple[str | None, str]:
        """Return the predicted label and the reference that it equals, else the first reference."""
        right = [as_label(x) for x in references]
        found = self.label_of(prediction)
        return found, (found if found is not None and found in right else right[0])
