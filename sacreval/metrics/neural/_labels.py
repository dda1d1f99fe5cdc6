"""Base class of metrics that report a classifier's probability of each of its classes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import ScoreScale
from sacreval.errors import UsageError
from sacreval.metrics.neural._classes import classes
from sacreval.metrics.neural._joint import Grid, JointMetric, softmax

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@dataclass(frozen=True, kw_only=True)
class LabelMetric(JointMetric):
    """Base class of metrics that report the probability of each class of an output.

    Args:
        labels: Names of the model's classes in the order of its logits, if the model's
            configuration does not name them.
        activation: From logits to probabilities: softmax, of classes that exclude each other;
            sigmoid, of each class on its own; or that of the model's configuration, as in the
            pipeline of transformers, which signatures state.
    """

    heads: ClassVar[tuple[str, ...]] = ("ForSequenceClassification",)
    tasks: ClassVar[tuple[str, ...]] = ("generation",)
    needs: ClassVar[tuple[str, ...]] = ()
    score_scale = ScoreScale(mean=True, highest=1.0)

    labels: tuple[str, ...] = ()
    activation: Literal["model", "softmax", "sigmoid"] = "model"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "labels", classes(self._checkpoint, self.labels))
        if self.activation == "model":
            object.__setattr__(self, "activation", self._activation())
        if len(set(self.outputs)) < len(self.labels):
            raise UsageError(
                f"Two labels of {self.model} differ only in case or punctuation; "
                "name each class: --labels NAME"
            )

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the metric with that of each class."""
        return tuple(f"{self.name}_{_word(label)}" for label in self.labels)

    def grid(self, prediction: str, _prepared: Any) -> Grid:
        """Classify the output alone."""
        return Grid((prediction,), None)

    def combine(self, logits: Array) -> Sequence[float]:
        """Return the probability of each class."""
        import numpy as np

        (row,) = logits[0]
        each = self.activation == "sigmoid"
        return tuple(map(float, 1 / (1 + np.exp(-row)) if each else softmax(row)))

    def _activation(self) -> str:
        several = self._checkpoint.config().get("problem_type") == "multi_label_classification"
        return "sigmoid" if several or len(self.labels) == 1 else "softmax"


def _word(label: str) -> str:
    return re.sub(r"\W+", "_", label.strip().lower()).strip("_") or "label"
