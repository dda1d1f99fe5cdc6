"""Base classes of error rates over edit operations, such as WER and CER, and similarity."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.formulas import greater
from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.contract.unseen_notices import UnseenCharacters
from sacreval.core.metric import Direction, Origin, PairKernel
from sacreval.stats.ratio import ratio
from sacreval.stats.segments import first_best
from sacreval.text.scripts import CER, Tokenization

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

OPERATIONS = ("hits", "substitutions", "deletions", "insertions")


class EditRateMetric(PairKernel):
    """Edits over reference length."""

    score_scale = ScoreScale(spans=FROM_ZERO)
    tasks: ClassVar[tuple[str, ...]] = ("transcription", "generation")
    higher_is_better: ClassVar[Direction | Mapping[str, Direction]] = False
    whole_rows: ClassVar[bool] = True
    pairs_are_rows: ClassVar[bool] = True
    origin = Origin(libraries=("jiwer", "rapidfuzz"))

    def watch(self) -> Watch:
        """Return a notice about tabs, no-break spaces and the like, which are no spaces."""
        return UnseenCharacters(self)

    @abstractmethod
    def operations(self, prediction: str, reference: str) -> Any:
        """Align two texts; return an object with the counts named in `OPERATIONS`."""

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the rate and of the four counts."""
        (name,) = super().outputs
        return (name, *(f"{name}_{operation}" for operation in OPERATIONS))

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return hits, substitutions, deletions and insertions against the closest reference."""
        aligned = [self.operations(prediction, reference) for reference in prepared]
        counts = [[getattr(pair, operation) for operation in OPERATIONS] for pair in aligned]
        return min(counts, key=lambda row: rate(*row))

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Keep the reference with the lowest rate; the first of ties."""
        return pairs[first_best(-self.reduce(pairs)[self.outputs[0]], starts)]

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide edits by the reference length; if that is 0, return the insertions."""
        h, s, d, i = (sums[..., j] for j in range(4))
        rates = ratio(s + d + i, h + s + d, otherwise=i)
        return dict(zip(self.outputs, (rates, h, s, d, i), strict=True))


def rate(h: float, s: float, d: float, i: float) -> float:
    """Return the error rate of one pair, with jiwer's value for an empty reference."""
    length = h + s + d
    return (s + d + i) / length if length else i


class WordEditMetric(PairKernel):
    """A rate over jiwer's word operations, other than WER; its one output has its name."""

    pairs_are_rows: ClassVar[bool] = True
    tasks: ClassVar[tuple[str, ...]] = ("transcription", "generation")
    higher_is_better: ClassVar[bool] = False
    origin = Origin(libraries=("jiwer", "rapidfuzz"))

    def watch(self) -> Watch:
        """Return a notice about tabs, no-break spaces and the like, which are no spaces."""
        return UnseenCharacters(self)

    def tokenization(self) -> Tokenization:
        """Split at blanks."""
        return Tokenization(str.split, CER)

    def native_pairs(self, batch: Batch) -> Array:
        """Align words with the kernel."""
        from sacreval import native

        return native.edit_pairs(batch.texts, unit="word")

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return hits, substitutions, deletions and insertions of the best reference."""
        import jiwer
        import numpy as np

        aligned = [jiwer.process_words(reference, prediction) for reference in prepared]
        pairs = np.array([[getattr(x, name) for name in OPERATIONS] for x in aligned], float)
        best: Sequence[float] = self.fold(pairs, np.array([0, len(pairs)]))[0]
        return best

    def details(self, sums: Array) -> Mapping[str, Array]:
        """Return the numbers of aligned words by operation."""
        return {name: sums[..., i] for i, name in enumerate(OPERATIONS)}

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Keep the best reference; the first of ties."""
        sign = 1.0 if self.higher_is_better else -1.0
        return pairs[first_best(sign * self.reduce(pairs)[self.outputs[0]], starts)]


def preserved(sums: Array) -> Array:
    """Return the word information preserved: the shares of words that match, multiplied.

    Args:
        sums: Array (..., 4) of hits, substitutions, deletions and insertions.

    Returns:
        Array (...), 0 to 1; 1 if neither side has words.
    """
    h, s, d, i = (sums[..., j] for j in range(4))
    nothing = h + s + d + i == 0
    r, p = (ratio(h, h + s + x, otherwise=nothing) for x in (d, i))
    product: Array = r * p
    return product


def similarity(distance: Any, length: Any, other: Any) -> Any:
    """Return 1 minus the distance divided by the longer length; 1 for two empty texts.

    Args:
        distance: Distances, array (p,), or a number.
        length: Lengths of one side, alike.
        other: Lengths of the other side.
    """
    return 1.0 - ratio(distance, greater(length, other), otherwise=0.0)
