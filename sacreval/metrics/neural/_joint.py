"""Base class of metrics on a classifier: one grid of inputs a record, classified by batch."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sacreval.errors import InputError
from sacreval.metrics.neural._base import ModelMetric
from sacreval.metrics.neural._model_notices import CutInputs
from sacreval.models.class_logits import JointTokenizer, Policy, Texts, classifier, joint_tokenizer

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch
    from sacreval.models.weights.sentence_files import Renamed

AT_ONCE = 20_000  # inputs that are tokenized at the same time
MOST = 1_000_000  # inputs of one record: every part of the sources with every part of the output


class Grid(NamedTuple):
    """The inputs of a record: each first text with each second one, or first texts alone.

    Args:
        firsts: The first texts, such as those of a document.
        seconds: The second texts, such as sentences of the output; None for inputs of one text.
        joint: What joins both to a single text; "" for inputs of two texts.
    """

    firsts: tuple[str, ...]
    seconds: tuple[str, ...] | None
    joint: str = ""

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of first and second texts."""
        return len(self.firsts), 1 if self.seconds is None else len(self.seconds)

    def inputs(self) -> list[Texts]:
        """List the inputs, row by row."""
        if self.seconds is None:
            return [(a,) for a in self.firsts]
        if self.joint:
            return [(a + self.joint + b,) for a in self.firsts for b in self.seconds]
        return [(a, b) for a in self.firsts for b in self.seconds]


@dataclass(frozen=True, kw_only=True)
class JointMetric(ModelMetric):
    """Base class of metrics on a model that classifies texts or pairs of texts."""

    policy: ClassVar[Policy] = "longest_first"  # which text of a pair is cut

    @abstractmethod
    def grid(self, prediction: str, prepared: Any) -> Grid:
        """Return the inputs of one output.

        Args:
            prediction: The output.
            prepared: The result of `prepare` for its record.
        """

    @abstractmethod
    def combine(self, logits: Array) -> Sequence[float]:
        """Compute the scores of one output.

        Args:
            logits: Array (firsts, seconds, classes), float64.
        """

    def most_tokens(self) -> int:
        """Return the largest number of tokens of an input; 0 for the limit of the model."""
        return 0

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Classify the inputs of one output, and combine their logits."""
        (logits,) = self._logits([self.grid(prediction, prepared)])
        return self.combine(logits)

    def rows(self, batch: Batch) -> Array:
        """Classify the inputs of many outputs together."""
        import numpy as np

        scores = [
            (*self.combine(logits), 1.0)
            for part in _parts(self._grids(batch))
            for logits in self._logits(part)
        ]
        return np.asarray(scores, dtype=np.float64)

    def watches(self) -> Sequence[Watch]:
        """Return a count of inputs that are cut."""
        tokens = self._joint
        cut = CutInputs(
            self.name,
            tokens.limit,
            lambda batch: (tokens.encode(grid.inputs()) for grid in self._grids(batch)),
        )
        return [cut]

    def _grids(self, batch: Batch) -> list[Grid]:
        """Return the inputs of each record; what they share is prepared once."""
        prepared: dict[str, Any] = {}
        grids = []
        for instance in batch:
            context = [getattr(instance, name) for name in self.needs]
            key = repr(context)
            if key not in prepared:
                prepared[key] = self.prepare(*context)
            grids.append(self._bounded(self.grid(str(instance.prediction), prepared[key])))
        return grids

    def _bounded(self, grid: Grid) -> Grid:
        """Return a grid whose inputs fit in memory.

        Raises:
            InputError: If it has more than `MOST` inputs.
        """
        rows, columns = grid.shape
        if rows * columns > MOST:
            raise InputError(
                f"{self.name} would read {rows} parts of the sources with each of {columns} parts "
                f"of an output, more than {MOST} inputs of its model for one record; shorten the "
                "output or the sources, or leave the record out: --where"
            )
        return grid

    def _logits(self, grids: Sequence[Grid]) -> list[Array]:
        """Return the logits of each grid, (firsts, seconds, classes), float64."""
        import numpy as np

        inputs = [texts for grid in grids for texts in grid.inputs()]
        model = classifier(self._checkpoint, self.dtype, self.device, self._renamed())
        known = iter(model.logits(self._joint.encode(inputs)))
        logits = []
        for grid in grids:
            rows, columns = grid.shape
            values = [next(known) for _ in range(rows * columns)]
            classes = len(values[0]) if values else 1
            logits.append(np.array(values, dtype=np.float64).reshape(rows, columns, classes))
        return logits

    def _renamed(self) -> Renamed | None:
        """Return the names of the model's weights; None for those of transformers."""
        return None

    @property
    def _joint(self) -> JointTokenizer:
        return joint_tokenizer(self._checkpoint, self.most_tokens(), self.policy)


def _parts(grids: Sequence[Grid]) -> Iterator[list[Grid]]:
    """Split records so that the inputs of each part fit in memory."""
    part: list[Grid] = []
    size = 0
    for grid in grids:
        cells = grid.shape[0] * grid.shape[1]
        if part and size + cells > AT_ONCE:
            yield part
            part, size = [], 0
        part.append(grid)
        size += cells
    if part:
        yield part
