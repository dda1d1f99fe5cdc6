"""Base classes of metrics of labels: the label set, and the label of a prediction."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from sacreval.core.contract.watches import Spellings
from sacreval.core.metric import Metric
from sacreval.core.options.field_types import LABEL, LABELS, Kind, as_label
from sacreval.errors import UsageError
from sacreval.text.answers.labels import Find, find_label, spellings, written

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.records import Batch, Instance


def label_by_spelling(labels: Sequence[str]) -> dict[str, str]:
    """Return each spelling of some labels, with the label that it stands for."""
    known: dict[str, str] = {}
    for spec in labels:
        names = list(map(as_label, spellings(as_label(spec))))
        for name in names:
            if name in known:
                raise UsageError(f"labels repeats '{name}'; give each label and spelling once")
            known[name] = names[0]
    return known


def canonical(spec: Any) -> str:
    """Write a label and its spellings as `spellings` reads them, numbers by value."""
    return "=".join(written(as_label(spelling)) for spelling in spellings(as_label(spec)))


@dataclass(frozen=True, kw_only=True)
class LabelMetric(Metric):
    """A metric whose outputs or rows depend on which labels there are.

    Args:
        labels: The labels, in order. By default those in references and predictions,
            sorted; the records are then read twice.

    Attributes:
        classes: The labels without their other spellings.
        label_by_spelling: Each spelling to its label.
    """

    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": LABEL, "references": LABELS}
    respells: ClassVar[bool] = False  # whether labels may have other spellings
    classes: ClassVar[tuple[str, ...]] = ()  # set for each metric from its labels
    label_by_spelling: ClassVar[Mapping[str, str]] = {}

    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        known = label_by_spelling(self.labels)
        classes = tuple(dict.fromkeys(known.values()))
        if len(known) > len(classes) and not self.respells:
            raise UsageError(f"{self.name}: labels have no other spellings; write == for =")
        object.__setattr__(self, "labels", tuple(map(canonical, self.labels)))
        object.__setattr__(self, "label_by_spelling", known)
        object.__setattr__(self, "classes", classes)

    def is_settled(self) -> bool:
        """Return whether the labels are known."""
        return bool(self.labels)

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Collect the labels in the data."""
        labels = {x for batch in batches for instance in batch for x in self.labels_of(instance)}
        return replace(self, labels=self.labels or tuple(map(written, sorted(labels))))

    def watch(self) -> Watch | None:
        """Return a check for labels that differ only in spelling."""
        return Spellings(self.name, self.labels_of, self.classes)

    def label(self, value: Any) -> str:
        """Return a label by its value; another spelling is the label that it stands for."""
        text = as_label(value)
        return self.label_by_spelling.get(text, text)

    @abstractmethod
    def labels_of(self, instance: Instance) -> Sequence[str]:
        """List the labels that a record adds."""


@dataclass(frozen=True, kw_only=True)
class ClassMetric(LabelMetric):
    """A metric of one label a record.

    Args:
        labels: The labels, in order, each with other spellings after =, as in `0=negative=bad`, and
            == for = in a label. By default those in references and predictions, sorted; the records
            are then read twice.
        find: exact requires the prediction to be the label alone; first finds the first label in a
            free text that it does not deny, as "not good" denies good, as whole words without
            regard to case; only does the same if no other label is in the text. A text without a
            label is unknown: it is wrong, and is counted.
        unknown: error rejects predictions outside the labels; count treats them as unknown.
    """

    tasks: ClassVar[tuple[str, ...]] = ("classification",)
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": "a", "references": ["a"]},
        {"prediction": "b", "references": ["a"]},
        {"prediction": "b", "references": ["b", "c"]},
    )

    respells: ClassVar[bool] = True
    scores_none: ClassVar[bool] = True

    find: Find = "exact"
    unknown: Literal["error", "count"] = "error"

    def labels_of(self, instance: Instance) -> Sequence[str]:
        """List the references, and the prediction if it is only a label."""
        alone = [instance.prediction] if self.find == "exact" else []
        return [self.label(x) for x in [*(instance.references or ()), *alone] if x is not None]

    def label_of(self, prediction: Any) -> str | None:
        """Return the label of a prediction; None if it is unknown, or there is no answer."""
        if prediction is None:
            return None
        return find_label(as_label(prediction), self.label_by_spelling, self.find)

    def fault(self, instance: Instance) -> str | None:
        """Report labels outside the label set."""
        if not self.labels:
            return None
        lenient = self.find != "exact" or self.unknown == "count" or instance.prediction is None
        checked = [] if lenient else [instance.prediction]
        for value in [*(instance.references or ()), *checked]:
            if self.label(value) not in self.classes:
                return (
                    f"'{as_label(value)}' is not one of the labels {', '.join(self.classes)}; "
                    "correct it, add it with --labels, or give --unknown count to count it"
                )
        return None

    def pair(self, prediction: Any, references: Sequence[Any]) -> tuple[str | None, str]:
        """Return the predicted label and the reference that it equals, else the first reference."""
        right = [self.label(x) for x in references]
        predicted = self.label_of(prediction)
        return predicted, (predicted if predicted is not None and predicted in right else right[0])
