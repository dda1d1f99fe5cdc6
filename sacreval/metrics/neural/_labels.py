"""What metrics share that report a classifier's probability of each of its classes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.errors import UsageError, shortened
from sacreval.metrics.neural._classes import classes
from sacreval.metrics.neural._joint import Grid, JointMetric, softmax
from sacreval.metrics.neural._served import ServedMetric
from sacreval.models.remote.layouts import CLASSES, Layout

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Instance


@dataclass(frozen=True, kw_only=True)
class LabelMetric(ServedMetric, JointMetric):
    """Base class of metrics that report the probability of each class of an output.

    Args:
        labels: Names of the model's classes in the order of its logits, if the model's
            configuration does not name them.
        activation: From logits to probabilities: softmax, of classes that exclude each other;
            sigmoid, of each class on its own; or that of the model's configuration, as in the
            pipeline of transformers, which signatures state.
        server_layout: API of `--server`: tei for POST /predict of text-embeddings-inference; vllm
            for POST /classify of vLLM, which needs `--labels`. auto is tei.
    """

    layouts: ClassVar[Mapping[str, Layout]] = CLASSES
    tasks: ClassVar[tuple[str, ...]] = ("generation",)
    needs: ClassVar[tuple[str, ...]] = ()
    highest: ClassVar[float] = 1.0

    labels: tuple[str, ...] = ()
    activation: Literal["model", "softmax", "sigmoid"] = "model"
    server_layout: Literal["auto", "tei", "vllm"] = "auto"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.server:
            object.__setattr__(self, "labels", self._served_labels())
        else:
            object.__setattr__(self, "labels", classes(self._checkpoint, self.labels))
            if self.activation == "model":
                object.__setattr__(self, "activation", self._activation())
        if len(set(self.outputs)) < len(self.labels):
            raise UsageError(
                f"Two labels of {self.model or self.server} differ only in case or punctuation; "
                "name each class: --labels NAME"
            )

    def only_local(self) -> Mapping[str, Any]:
        """Return the activation, which the server applies."""
        return {"activation": "model"}

    def sent(self, record: Instance) -> Sequence[str]:
        """Return the output."""
        return [str(record.prediction)]

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the metric with that of each class."""
        return tuple(f"{self.name}_{_word(label)}" for label in self.labels)

    def grid(self, prediction: str, prepared: Any) -> Grid:
        """Classify the output alone."""
        del prepared
        return Grid((prediction,), None)

    def combine(self, logits: Array) -> Sequence[float]:
        """Return the probability of each class."""
        import numpy as np

        (one,) = logits[0]
        if self.server:  # whose numbers are probabilities
            return tuple(map(float, one))
        found = softmax(one) if self.activation == "softmax" else 1 / (1 + np.exp(-one))
        return tuple(map(float, found))

    def _logits(self, grids: Sequence[Grid]) -> list[Array]:
        """Return the logits of each grid; of a server, its probabilities."""
        if not self.server:
            return super()._logits(grids)
        found = self.known([text for grid in grids for text in grid.firsts])
        places = self._places(len(found[0])) if found else []
        return [probabilities[places].reshape(1, 1, -1) for probabilities in found]

    def _served_labels(self) -> tuple[str, ...]:
        """Return the classes by name: those of the option, or those of the server in order."""
        named = self.labels or self._remote.labels
        if not named:
            raise UsageError(
                f"{self._host} does not name its classes; name them in the order of its "
                "probabilities: --labels NAME --labels NAME ..."
            )
        if len(set(named)) < len(named):
            raise UsageError(f"Two labels are equal: {', '.join(named)}; name each class once")
        if self._remote.size:
            self._check_labels(named, self._remote.size)
        return tuple(named)

    def _places(self, size: int) -> list[int]:
        """Return where the probability of each label stands in the server's rows."""
        self._check_labels(self.labels, size)
        own = self._remote.labels
        return [own.index(label) for label in self.labels] if own else list(range(size))

    def _check_labels(self, named: Sequence[str], size: int) -> None:
        own = self._remote.labels
        if (own and sorted(own) != sorted(named)) or size != len(named):
            there = ", ".join(own) if own else f"{size} without names"
            raise UsageError(
                f"--labels: {', '.join(named)} are not the classes of {self._host}, which are "
                f"{shortened(there)}; name each of them once"
            )

    def _activation(self) -> str:
        several = self._checkpoint.config().get("problem_type") == "multi_label_classification"
        return "sigmoid" if several or len(self.labels) == 1 else "softmax"


def _word(label: str) -> str:
    return re.sub(r"\W+", "_", label.strip().lower()).strip("_") or "label"
