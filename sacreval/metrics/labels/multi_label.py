"""Multi-label classification: precision, recall and F1 of sets of labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import SHARE, ScoreScale
from sacreval.core.metric import Origin, metrics
from sacreval.core.options.field_types import LABEL_SET, Kind, many
from sacreval.metrics.labels._base import LabelMetric
from sacreval.stats.label_scores import Absent, Average, ClassCounts, names, scores
from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Instance

WHOLE = ("subset_accuracy", "hamming_loss", "samples_f1")


@metrics.register("multi-label")
@dataclass(frozen=True, kw_only=True)
class MultiLabel(LabelMetric):
    """Multi-label: scores of records that have any number of labels, 0 to 1.

    Higher is better, except for the Hamming loss, which is over all labels of the run. The
    prediction is a list of labels, and so is each reference; the reference that shares most with
    the prediction counts. Numbers are compared by value and booleans as true and false; see
    classification.

    Args:
        labels: The labels, in order, each with other spellings after =, as in `0=negative=bad`, and
            == for = in a label. By default those in references and predictions, sorted; the records
            are then read twice.
        average: How precision, recall and F1 are averaged: macro is the mean over labels, weighted
            the same mean weighted by how often each is correct; micro sums the counts of all
            labels first; per-class reports each separately.
        absent: How macro averages treat labels that neither side of a system has: leave averages
            over the others, as scikit-learn does by default, so that a system's score does not
            depend on other systems; zero counts them as 0, as scikit-learn does with `labels`.

    Source: scikit-learn's definitions, with zero_division 0.
    """

    higher_is_better: ClassVar[Mapping[str, bool]] = {"hamming_loss": False, "*": True}
    main: ClassVar[str] = "micro_f1"
    score_scale = ScoreScale(spans=SHARE, binary=("subset_accuracy",))
    origin = Origin(counterpart="scikit_learn:multi_label")
    tasks: ClassVar[tuple[str, ...]] = ("multi-label",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": LABEL_SET, "references": many(LABEL_SET)}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": ["a", "b"], "references": [["a"]]},
        {"prediction": [], "references": [["b", "c"]]},
    )

    respells: ClassVar[bool] = True

    average: tuple[Average, ...] = ("macro", "micro", "weighted")
    absent: Absent = "leave"

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the scores of whole sets, then precision, recall and F1 by average."""
        return (*WHOLE, *names(self.average, self.classes))

    def labels_of(self, instance: Instance) -> Sequence[str]:
        """List all labels of the record."""
        sets = [*(instance.references or ()), instance.prediction]
        return [self.label(label) for labels in sets for label in labels]

    def fault(self, instance: Instance) -> str | None:
        """Report labels outside the label set."""
        for label in self.labels_of(instance) if self.classes else ():
            if label not in self.classes:
                return f"'{label}' is not one of the labels; correct it, or add it with --labels"
        return None

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return hit, predicted and correct by label, whether the sets are equal, and the F1."""
        predicted = frozenset(map(self.label, prediction))
        sides = (frozenset(map(self.label, labels)) for labels in prepared)
        expected = max(sides, key=lambda labels: _f1(predicted, labels))
        sets = (predicted & expected, predicted, expected)
        marks = [float(label in members) for members in sets for label in self.classes]
        return [*marks, float(predicted == expected), _f1(predicted, expected), 1.0]

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Compute scores from counts."""
        c = len(self.classes)
        counts = ClassCounts(*(sums[..., i * c : (i + 1) * c] for i in range(3)))
        equal, f1, n = (sums[..., 3 * c + i] for i in range(3))
        wrong = (counts.predicted + counts.wanted - 2 * counts.hits).sum(axis=-1)
        whole = [ratio(x, n, otherwise=0.0) for x in (equal, wrong / max(c, 1), f1)]
        return dict(
            zip(self.outputs, [*whole, *scores(counts, self.average, self.absent)], strict=True)
        )


def _f1(a: frozenset[str], b: frozenset[str]) -> float:
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0
