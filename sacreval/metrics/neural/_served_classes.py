"""What metrics on a classifier share that a server may run: its classes, and what is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sacreval.core.records import Batch
from sacreval.errors import UsageError, shortened
from sacreval.metrics.neural._joint import JointMetric, softmax
from sacreval.metrics.neural._served import ServedMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Instance
    from sacreval.models.pair_tokens import Texts


@dataclass(frozen=True, kw_only=True)
class ServedClassifier(ServedMetric, JointMetric):
    """Base class of metrics on a classifier that runs on this machine or on a server.

    Args:
        labels: Names of the model's classes in the order of its logits, if the model's
            configuration does not name them.
    """

    heads: ClassVar[tuple[str, ...]] = ("ForSequenceClassification",)

    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.server:
            object.__setattr__(self, "labels", self._served_labels())

    def sent(self, record: Instance) -> Sequence[Texts]:
        """Return the inputs of the classifier."""
        (grid,) = self._grids(Batch([record]))
        return grid.inputs()

    def probabilities(self, logits: Array) -> Array:
        """Return the probabilities of classes that exclude each other.

        Args:
            logits: Array (..., classes); the probabilities themselves if a server replies.
        """
        return logits if self.server else softmax(logits)

    def _classified(self, inputs: Sequence[Texts]) -> Sequence[Array]:
        """Return the logits of each input; of a server, its probabilities."""
        if not self.server:
            return super()._classified(inputs)
        found = self.known(inputs)
        places = self._places(self.labels, len(found[0])) if found else []
        return [probabilities[places] for probabilities in found]

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
            self._places(named, self._remote.size)
        return tuple(named)

    def _places(self, named: Sequence[str], size: int) -> list[int]:
        """Return where the probability of each class stands in the server's rows.

        Args:
            named: The classes. If the server has numbers for names, they stand in that order.
            size: Length of the rows.

        Raises:
            UsageError: If the server has other classes.
        """
        own = self._remote.labels
        numbered = [f"LABEL_{i}" for i in range(len(named))]
        for names in (named, numbered):
            if own and sorted(own) == sorted(names):
                return [own.index(name) for name in names]
        if not own and size == len(named):
            return list(range(size))
        there = ", ".join(own) if own else f"{size} without names"
        raise UsageError(
            f"--labels: {', '.join(named)} are not the classes of {self._host}, which are "
            f"{shortened(there)}; name each of them once"
        )
