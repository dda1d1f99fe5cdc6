"""Base classes of metrics of binary outcomes: of probabilities, and of scores over thresholds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import SHARE, ScoreScale
from sacreval.core.contract.watches import MANY
from sacreval.core.metric import Metric, SampleMetric
from sacreval.core.options.field_types import (
    BINARY,
    LABELS,
    NUMBER,
    PROBABILITY,
    Kind,
    as_label,
    many,
)

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

_SHOWN = 5  # labels in a notice


@dataclass(frozen=True, kw_only=True)
class BinaryMetric(Metric):
    """A metric of one number a record, with one reference, 0 or 1 or a label.

    Args:
        positive: The label that stands for 1 where references are labels; all others stand for 0.
            By default references are 0 or 1, false or true.
    """

    tasks: ClassVar[tuple[str, ...]] = ("probabilities",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": NUMBER, "references": many(BINARY)}
    single_reference: ClassVar[bool] = True
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": 0.9, "references": [1]},
        {"prediction": 0.3, "references": [0]},
        {"prediction": 0.6, "references": [0]},
    )

    positive: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "positive", as_label(self.positive))
        if self.positive:
            object.__setattr__(self, "kinds", {**self.kinds, "references": LABELS})

    def prepare(self, *context: Any) -> Any:
        """Return the outcome, 0 or 1, that the reference states, as a list."""
        return [self.outcome(context[0][0])]

    def outcome(self, reference: Any) -> float:
        """Return 1 if a reference is positive, else 0."""
        if self.positive:
            return float(as_label(reference) == self.positive)
        return float(reference)

    def watch(self) -> Watch | None:
        """Return a check that some reference is positive, where a label is named."""
        return _Outcomes(self) if self.positive else None


class _Outcomes:
    """Finds that no reference is the label that stands for 1."""

    def __init__(self, metric: BinaryMetric) -> None:
        self._metric = metric
        self._labels: Counter[str] = Counter()

    def add(self, batch: Batch) -> None:
        """Count the references of a batch, until there are many different ones."""
        if len(self._labels) <= MANY:
            self._labels.update(as_label(references[0]) for references in batch.references)

    def notices(self) -> list[str]:
        """Return a notice if none is positive."""
        name = self._metric.positive
        if not self._labels or name in self._labels or len(self._labels) > MANY:
            return []
        others = ", ".join(f"'{label}'" for label, _ in self._labels.most_common(_SHOWN))
        why = f"no reference is '{name}', so all count as 0; there is {others}"
        return [f"{self._metric.name}: {why}"]


@dataclass(frozen=True, kw_only=True)
class ProbabilityMetric(BinaryMetric):
    """An error of probabilities of a binary outcome."""

    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": PROBABILITY, "references": many(BINARY)}
    higher_is_better: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class CurveMetric(BinaryMetric, SampleMetric):
    """A metric of scores over all thresholds."""

    score_scale = ScoreScale(spans=SHARE)
    skewed: ClassVar[bool] = True

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the prediction and its reference, 0 or 1."""
        return float(prediction), float(prepared[0])

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Report the main output as undefined if no reference is positive."""
        return {} if rows[:, 1].any() else {self.outputs[0]: "no reference is positive"}
