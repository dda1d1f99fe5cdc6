"""Scores of pairs of an output and a reference: each pair once, and the best or mean of several."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.metrics._pairs import PairMetric
from sacreval.metrics.neural._base import SCORES, ModelMetric
from sacreval.metrics.neural._model_notices import Truncation
from sacreval.models.tokenization import TokenIds

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

AT_ONCE = 40_000  # tokens whose states are in use at the same time; fewer fill fewer batches


class PairText(NamedTuple):
    """One text of a pair.

    Args:
        text: The text.
        is_output: Whether it is an output; else it is a reference.
    """

    text: str
    is_output: bool


@dataclass(frozen=True, kw_only=True)
class TextPairMetric(PairMetric, ModelMetric):
    """Base class of metrics that compare each output with each of its references."""

    @abstractmethod
    def _represented(self, texts: Sequence[PairText]) -> Sequence[Any]:
        """Return what is compared of each text, such as the states of its tokens."""

    @abstractmethod
    def _compared(self, output: Any, reference: Any) -> Sequence[float]:
        """Return the scores of a pair."""

    def watches(self) -> Sequence[Watch]:
        """Return a count of texts that are cut."""
        return [Truncation(self.name, self._words.limit, self._tokens)]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score one output."""
        import numpy as np

        output, *references = self._represented(
            [
                PairText(prediction, is_output=True),
                *(PairText(x, is_output=False) for x in prepared),
            ]
        )
        pairs = np.array([self._compared(output, reference) for reference in references])
        return tuple(map(float, self._combined(pairs, np.array([0, len(pairs)]))[0]))

    def _pairs(self, batch: Batch) -> tuple[Array, Array]:
        """Return the scores (p, k) of all pairs, and the offsets (n + 1,) of each record's."""
        import numpy as np

        from sacreval.stats.segments import offsets

        starts = offsets(len(record.references or ()) for record in batch)
        rows = [scores for part in self._parts(batch) for scores in self._matched(part)]
        return np.stack(rows), starts

    def _matched(self, records: Sequence[Instance]) -> list[Array]:
        """Return the scores of each pair of some records; known ones are not computed again."""
        import numpy as np

        pairs = [
            (PairText(str(record.prediction), is_output=True), PairText(text, is_output=False))
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
