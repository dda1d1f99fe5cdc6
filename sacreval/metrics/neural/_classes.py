"""The classes of a classifier by name, and metrics that report the probability of each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import ScoreScale
from sacreval.errors import UsageError
from sacreval.metrics.neural._joint import Grid, JointMetric
from sacreval.models.pooling import softmax

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.models.weights.weights import Checkpoint


ENTAILMENT = ("entailment", "entail", "entails", "entailed", "supports", "supported", "support")
CONTRADICTION = ("contradiction", "contradict", "contradicts", "contradictory", "refutes",
                 "refuted", "refute")  # fmt: skip
_SHOWN = 8


def classes(model: Checkpoint, named: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the classes of a model, in the order of its logits.

    Args:
        model: The checkpoint, whose configuration has them as `id2label`.
        named: Other names, from an option; empty for those of the configuration.

    Raises:
        UsageError: If their number is not that of the classes, or two are equal.
    """
    stated = model.config().get("id2label")
    labels = stated if isinstance(stated, dict) else {}
    known = [str(labels[key]) for key in sorted(labels, key=_number)]
    names = tuple(named) or tuple(known) or ("LABEL_0", "LABEL_1")
    if known and len(names) != len(known):
        raise UsageError(
            f"{len(names)} labels are given for the {len(known)} classes of {model.name}; name "
            "each class once, in the order of the model's logits"
        )
    if len(set(names)) < len(names):
        raise UsageError(f"Two labels of {model.name} are equal; name each class: --labels NAME")
    return names


def _number(key: str) -> int:
    return int(key) if key.isdecimal() else -1


def place(model: Checkpoint, names: Sequence[str], wanted: Sequence[str]) -> int:
    """Return the index of the class with one of some names; case and punctuation are ignored.

    Args:
        model: The checkpoint.
        names: The names of its classes.
        wanted: The names that are looked for, the usual one first.

    Raises:
        UsageError: If none or several of the classes have such a name.
    """
    fit = [i for i, name in enumerate(names) if _plain(name) in wanted]
    if len(fit) != 1:
        shown = ", ".join(names[:_SHOWN])
        raise UsageError(
            f"{model.folder / 'config.json'}: none of the labels {shown} is {wanted[0]}; name the "
            "classes in the order of the model's logits: --labels NAME --labels NAME ..."
        )
    return fit[0]


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


@dataclass(frozen=True, kw_only=True)
class ClassifierMetric(JointMetric):
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
