"""Metrics on a model whose rows are computed for many records together."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from sacreval.metrics.neural._base import ModelMetric
from sacreval.text.scripts import Tokenization

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch
    from sacreval.models.tokens import Tokenizer


Combination = Literal["mean", "best"]


class RecordMetric(ModelMetric):
    """Base class of metrics on a model whose `rows` score whole records."""

    def prepare(self, *context: Any) -> Any:
        """Return the fields that a prediction is scored against."""
        return context

    @abstractmethod
    def rows(self, batch: Batch) -> Array:
        """Score records."""

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the row of one record."""
        from sacreval.core.records import Batch, Instance

        fields = dict(zip(self.needs, prepared, strict=True))
        row = self.rows(Batch([Instance(**{self.judges: prediction}, **fields)]))[0]
        return tuple(map(float, row))

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score one output."""
        import numpy as np

        outputs = self.reduce(np.array(self.row(prediction, prepared)))
        return tuple(map(float, outputs.values()))


def tokenization_by(words: Tokenizer) -> Tokenization:
    """Return how a model splits texts, with the share of tokens outside its vocabulary.

    Args:
        words: The tokenizer.
    """

    def unknown(text: str) -> float:
        (tokens,) = words.encode([text])
        return tokens.unknown / tokens.words if tokens.words else 0.0

    return Tokenization(str.split, "use a model for this script", unknown=unknown)


def combined(pairs: Array, starts: Array, how: Combination) -> Array:
    """Combine the scores of the pairs of each record.

    Args:
        pairs: Array (p, k), larger being better.
        starts: Offsets (n + 1,): record i has pairs `starts[i]` to `starts[i + 1] - 1`.
        how: Take the mean of each score over pairs, or the best.

    Returns:
        Array (n, k).
    """
    import numpy as np

    if how == "best":
        return np.maximum.reduceat(pairs, starts[:-1], axis=0)
    return np.add.reduceat(pairs, starts[:-1], axis=0) / np.diff(starts)[:, None]
