"""Classification: accuracy, precision, recall, F1, MCC and kappa of one label a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import SHARE, ScoreScale
from sacreval.core.metric import Origin, metrics
from sacreval.errors import UsageError
from sacreval.metrics.labels._base import ClassMetric
from sacreval.stats.label_scores import (
    PARTS,
    Absent,
    Average,
    ClassCounts,
    balanced_accuracy,
    kappa,
    matthews,
    names,
    scores,
)
from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from sacreval.core.metric import Array

WHOLE = ("accuracy", "balanced_accuracy", "mcc", "kappa", "unknown")


@metrics.register("classification")
@dataclass(frozen=True, kw_only=True)
class Classification(ClassMetric):
    """Classification: accuracy, precision, recall, F1, MCC and kappa of one label a record.

    Scores are 0 to 1, MCC and kappa -1 to 1; higher is better, except for the share of unknown
    predictions. Numbers are compared by value and booleans as true and false: 1, 1.0 and "1" are
    one label, and so are true, "true" and "True". With several references, any may match.
    Precision is 0 for a label that is never predicted, and recall for one that is never correct.

    Args:
        labels: The labels, in order, each with other spellings after =, as in `0=negative=bad`, and
            == for = in a label. By default those in references and predictions, sorted; the records
            are then read twice.
        find: exact requires the prediction to be the label alone; first finds the first label in a
            free text that it does not deny, as "not good" denies good, as whole words without
            regard to case; only does the same if no other label is in the text. A text without a
            label is unknown: it is wrong, and is counted.
        unknown: error rejects predictions outside the labels; count treats them as unknown.
        average: How precision, recall and F1 are averaged: macro is the mean over labels, weighted
            the same mean weighted by how often each is correct; micro sums the counts of all
            labels first; per-class reports each separately.
        absent: How macro averages treat labels that neither side of a system has: leave averages
            over the others, as scikit-learn does by default, so that a system's score does not
            depend on other systems; zero counts them as 0, as scikit-learn does with `labels`.
        positive: The label whose precision, recall and F1 are reported as binary scores.

    Source: scikit-learn's definitions, with zero_division 0; balanced accuracy is the mean recall
    of labels that occur. An unknown prediction is one more label for MCC and kappa. Where
    both sides are one and the same label kappa is 1, which scikit-learn leaves undefined.
    """

    higher_is_better: ClassVar[Mapping[str, bool]] = {"unknown": False, "*": True}
    score_scale = ScoreScale(
        spans={"mcc": (-1.0, 1.0), "kappa": (-1.0, 1.0), **SHARE}, binary=("accuracy",)
    )
    origin = Origin(counterpart="scikit_learn:classification")

    average: tuple[Average, ...] = ("macro", "micro", "weighted")
    absent: Absent = "leave"
    positive: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "positive", self.label(self.positive))
        if self.positive and self.classes and self.positive not in self.classes:
            raise UsageError(
                f"positive '{self.positive}' is not one of the labels; give one of them"
            )

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the overall scores, then precision, recall and F1 by average."""
        binary = tuple(f"binary_{part}" for part in PARTS) if self.positive else ()
        return (*WHOLE, *names(self.average, self.classes), *binary)

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return hit, predicted and correct by label, and whether the prediction is unknown."""
        predicted, right = self.pair(prediction, prepared)
        marks = [(predicted == right == x, predicted == x, right == x) for x in self.classes]
        return [float(mark) for column in zip(*marks, strict=True) for mark in (*column,)] + [
            float(predicted is None)
        ]

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Report kappa as undefined if both sides have one and the same label."""
        c = len(self.classes)
        sums = rows.sum(axis=0)
        n = sums[2 * c : 3 * c].sum()
        constant = (sums[c : 2 * c] * sums[2 * c : 3 * c]).sum() == n * n
        return {"kappa": "both sides are one and the same label"} if constant else {}

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Compute scores from counts."""
        import numpy as np

        c = len(self.classes)
        counts = ClassCounts(*(sums[..., i * c : (i + 1) * c] for i in range(3)))
        unknown = sums[..., -1]
        n = counts.wanted.sum(axis=-1)
        pad = np.zeros_like(unknown)[..., None]
        columns = (pad, unknown[..., None], pad)  # unknown is predicted, never correct
        padded = ClassCounts(
            *(np.concatenate([x, y], axis=-1) for x, y in zip(counts, columns, strict=True))
        )
        whole = [
            ratio(counts.hits.sum(axis=-1), n, otherwise=0.0),
            balanced_accuracy(counts),
            matthews(padded),
            kappa(padded),
            ratio(unknown, n, otherwise=0.0),
        ]
        binary: list[Array] = []
        if self.positive:
            i = self.classes.index(self.positive)
            binary = scores(ClassCounts(*(x[..., i : i + 1] for x in counts)), ("micro",))
        everything = [*whole, *scores(counts, self.average, self.absent), *binary]
        return dict(zip(self.outputs, everything, strict=True))
