"""Accuracy: the share of labels that are correct."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.watches import Spellings
from sacreval.core.metric import MeanMetric, Origin, ScoreScale, metrics
from sacreval.core.options.field_types import LABEL, LABELS, Kind, as_label
from sacreval.errors import UsageError
from sacreval.metrics.labels._base import canonical, label_by_spelling
from sacreval.text.answers.labels import Find, find_label
from sacreval.text.normalizers import Normalizer, normalizer

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.records import Instance


@metrics.register("accuracy")
@dataclass(frozen=True, kw_only=True)
class Accuracy(MeanMetric):
    """Accuracy: 1 if a prediction is one of the correct labels, else 0; the mean over records.

    The score is 0 to 1; higher is better. With several references, any may match.
    Numbers are compared by value and booleans as true and false: 1, 1.0 and "1" are one label, and
    so are true, "true" and "True".

    Source: scikit-learn's accuracy_score where there is one correct label.

    Args:
        normalize: Normalisation of both sides before scoring; see exact-match.
        labels: The labels that `find` looks for in free text, each with other spellings after =, as
            in `0=negative=bad`, and == for = in a label. Other predictions are unknown.
        find: exact requires the prediction to be the label alone; first finds the first label in a
            free text that it does not deny, as "not good" denies good, as whole words without
            regard to case; only does the same if no other label is in the text. A text without a
            label is unknown: it is wrong, and is counted.
    """

    score_scale = ScoreScale(mean=True, highest=1.0, binary=("accuracy",))
    origin = Origin(counterpart="scikit_learn:accuracy")
    tasks: ClassVar[tuple[str, ...]] = ("classification", "question-answering")
    higher_is_better: ClassVar[Mapping[str, bool]] = {"accuracy": True, "*": False}
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": LABEL, "references": LABELS}
    scores_none: ClassVar[bool] = True

    normalize: Normalizer = "none"
    labels: tuple[str, ...] = ()
    find: Find = "exact"

    def __post_init__(self) -> None:
        normalizer(self.normalize)
        object.__setattr__(self, "_known", label_by_spelling(self.labels))
        object.__setattr__(self, "labels", tuple(map(canonical, self.labels)))
        if self.find != "exact" and not self.labels:
            raise UsageError("find looks for labels; give them with labels")

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return accuracy and, if labels are searched for, the share of unknown predictions."""
        return ("accuracy", "unknown") if self.labels else ("accuracy",)

    def watch(self) -> Watch | None:
        """Return a check for labels that differ only in spelling."""
        return Spellings(self.name, self._labels_of)

    def _labels_of(self, instance: Instance) -> list[str]:
        alone = [instance.prediction] if self.find == "exact" else []
        return [self._label(x) for x in [*(instance.references or ()), *alone]]

    _known: ClassVar[Mapping[str, str]] = {}  # each spelling to its label

    @property
    def classes(self) -> tuple[str, ...]:
        """The labels without their other spellings."""
        return tuple(dict.fromkeys(self._known.values()))

    def _label(self, value: Any) -> str:
        text = as_label(value)
        return as_label(normalizer(self.normalize)(self._known.get(text, text)))

    def prepare(self, *context: Any) -> set[str]:
        """Normalise the correct labels."""
        return {self._label(x) for x in context[0]}

    def found(self, prediction: Any) -> str | None:
        """Return the label of a prediction; None if it is unknown, or there is no answer."""
        if prediction is None:
            return None
        if not self.labels:
            return self._label(prediction)
        label = find_label(as_label(prediction), self._known, self.find)
        return None if label is None else self._label(label)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return 1 if the label is correct, and whether it is unknown."""
        label = self.found(prediction)
        right = float(label in prepared)
        return (right, float(label is None)) if self.labels else (right,)
