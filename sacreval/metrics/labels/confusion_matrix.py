"""Confusion matrix: numbers of records by correct and predicted label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.metric import Origin, metrics
from sacreval.metrics.labels._base import ClassMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array

UNKNOWN = "unknown"


@metrics.register("confusion-matrix")
@dataclass(frozen=True, kw_only=True)
class ConfusionMatrix(ClassMetric):
    """Confusion matrix: numbers of records by correct and predicted label.

    Every cell is an output, `<correct>-><predicted>`; unknown predictions have a column. Higher is
    better on the diagonal, lower elsewhere. With several references, a prediction that equals one
    of them is correct; otherwise the first is the correct label.

    Args:
        labels: The labels, in order, each with other spellings after =, as in `0=negative=bad`, and
            == for = in a label. By default those in references and predictions, sorted; the records
            are then read twice.
        find: exact requires the prediction to be the label alone; first finds the first label in a
            free text that it does not deny, as "not good" denies good, as whole words without
            regard to case; only does the same if no other label is in the text.
        unknown: error rejects predictions outside the labels; count treats them as unknown.
    """

    score_scale = ScoreScale(spans=FROM_ZERO)
    origin = Origin(counterpart="scikit_learn:confusion_matrix")

    def __post_init__(self) -> None:
        super().__post_init__()
        diagonal = {f"{label}->{label}": True for label in self.classes}
        object.__setattr__(self, "higher_is_better", {**diagonal, "*": False})

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the cells, row by row."""
        return tuple(f"{a}->{b}" for a in self.classes for b in (*self.classes, UNKNOWN))

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return 1 for the cell of the record, else 0."""
        label, right = self.pair(prediction, prepared)
        predicted = UNKNOWN if label is None else label
        columns = (*self.classes, UNKNOWN)
        cells = [0.0] * (len(self.classes) * len(columns))
        if right in self.classes:
            start = self.classes.index(right) * len(columns)
            cells[start : start + len(columns)] = [float(b == predicted) for b in columns]
        return cells

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Return the counts of the cells."""
        return {name: sums[..., i] for i, name in enumerate(self.outputs)}
