"""Scores of pairs of an output and a reference: each pair once, and the best or mean of several."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sacreval.metrics.neural._base import SCORES, ModelMetric
from sacreval.metrics.neural._model_notices import Truncation
from sacreval.models.tokens import TokenIds, Tokenizer, tokenizer
from sacreval.text.scripts import Tokenization

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

AT_ONCE = 40_000  # tokens whose states are in use at the same time; fewer fill fewer batches


class Side(NamedTuple):
    """One text of a pair.

    Args:
        text: The text.
        is_output: Whether it is an output; else it is a reference.
    """

    text: str
    is_output: bool


@dataclass(frozen=True, kw_only=True)
class TextPairMetric(ModelMetric):
    """Base class of metrics that compare each output with each of its references."""

    @abstractmethod
    def _represented(self, texts: Sequence[Side]) -> Sequence[Any]:
        """Return what is compared of each text, such as the states of its tokens."""

    @abstractmethod
    def _compared(self, output: Any, reference: Any) -> Sequence[float]:
        """Return the scores of a pair."""

    def tokenization(self) -> Tokenization | None:
        """Count the tokens that are outside the vocabulary."""

        def unknown(text: str) -> float:
            (tokens,) = self._tokens([text])
            return tokens.unknown / tokens.words if tokens.words else 0.0

        return Tokenization(str.split, "use a model for this script", unknown=unknown)

    def watches(self) -> Sequence[Watch]:
        """Return a count of texts that are cut."""
        return [Truncation(self.name, self._words.limit, self._tokens)]

    def rows(self, batch: Batch) -> Array:
        """Score every pair of an output and a reference, and fold those of each output."""
        return self._rows(*self._pairs(batch))

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Fold the pairs without each reference in turn."""
        return self.rows_with_leave_one_out(batch)[1]

    def rows_with_leave_one_out(self, batch: Batch) -> tuple[Array, Array]:
        """Score every pair once for both results."""
        from sacreval.stats.segments import others

        pairs, starts = self._pairs(batch)
        rest = others(starts)
        return self._rows(pairs, starts), self._rows(pairs[rest.rows], rest.starts)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score one output."""
        import numpy as np

        output, *references = self._represented(
            [Side(prediction, is_output=True), *(Side(x, is_output=False) for x in prepared)]
        )
        pairs = np.array([self._compared(output, reference) for reference in references])
        return tuple(map(float, self._folded(pairs, np.array([0, len(pairs)]))[0]))

    def _rows(self, pairs: Array, starts: Array) -> Array:
        """Fold the pairs of each record, and append a count."""
        import numpy as np

        folded = self._folded(pairs, starts)
        return np.column_stack([folded, np.ones(len(folded))])

    def _folded(self, pairs: Array, starts: Array) -> Array:
        """Select the best of the pairs of each record, each score on its own.

        Args:
            pairs: Array (p, k) of scores.
            starts: Offsets (n + 1,): record i has pairs `starts[i]` to `starts[i + 1] - 1`.

        Returns:
            Array (n, k).
        """
        return self._best_or_mean(pairs, starts, "max")

    def _best_or_mean(self, pairs: Array, starts: Array, how: Literal["max", "mean"]) -> Array:
        """Return the largest score of each record's pairs, or their mean; see `_folded`."""
        import numpy as np

        if how == "max":
            return np.maximum.reduceat(pairs, starts[:-1], axis=0)
        return np.add.reduceat(pairs, starts[:-1], axis=0) / np.diff(starts)[:, None]

    def _pairs(self, batch: Batch) -> tuple[Array, Array]:
        """Return the scores (p, k) of all pairs, and the offsets (n + 1,) of each record's."""
        import numpy as np

        starts = np.cumsum([0, *(len(record.references or ()) for record in batch)])
        rows = [scores for part in self._parts(batch) for scores in self._matched(part)]
        return np.stack(rows), starts

    def _matched(self, records: Sequence[Instance]) -> list[Array]:
        """Return the scores of each pair of some records; known ones are not computed again."""
        import numpy as np

        pairs = [
            (Side(str(record.prediction), is_output=True), Side(text, is_output=False))
            for record in records
            for text in record.references or ()
        ]

        def make(missing: list[int]) -> list[Array]:
            texts = list(dict.fromkeys(text for i in missing for text in pairs[i]))
            represented = dict(zip(texts, self._represented(texts), strict=True))
            chosen = [pairs[i] for i in missing]
            return [np.array(self._compared(represented[a], represented[b])) for a, b in chosen]

        return SCORES.get_all([self._key((a.text, b.text)) for a, b in pairs], make)

    def _parts(self, batch: Batch) -> list[list[Instance]]:
        """Split a batch so that the states of each part fit in memory."""
        texts = [[str(record.prediction), *(record.references or ())] for record in batch]
        self._tokens([text for some in texts for text in some])  # faster together
        parts: list[list[Instance]] = []
        used: dict[str, int] = {}
        for record, some in zip(batch, texts, strict=True):
            sizes = {
                text: len(tokens.ids) for text, tokens in zip(some, self._tokens(some), strict=True)
            }
            if not parts or sum((used | sizes).values()) > AT_ONCE:
                parts.append([])
                used = {}
            parts[-1].append(record)
            used |= sizes
        return parts

    def _tokens(self, texts: Sequence[str]) -> list[TokenIds]:
        """Tokenize texts without blanks around them."""
        return self._words.encode([text.strip() for text in texts])

    @property
    def _words(self) -> Tokenizer:
        return tokenizer(self._checkpoint)
