"""Exact match: the share of predictions that equal a reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.contract.formulas import Sums
from sacreval.core.contract.unseen_notices import UnseenCharacters
from sacreval.core.metric import MeanMetric, PairKernel, ScoreScale, metrics
from sacreval.metrics.answers._base import compiled_normalizer
from sacreval.text.normalizers import Normalizer, normalizer

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

MATCHES: dict[str, Callable[[str, str], bool]] = {
    "full": str.__eq__,
    "prefix": str.startswith,
    "suffix": str.endswith,
}


@metrics.register("exact-match")
@dataclass(frozen=True, kw_only=True)
class ExactMatch(MeanMetric, PairKernel):
    """Exact match: 1 if the prediction equals any reference, else 0; the mean over outputs.

    The score is the share of correct predictions, 0 to 1; higher is better.

    Args:
        normalize: Normalisation of both sides before comparing: none, lower, strip, squad, quac,
            drop, helm, triviaqa, jury, number, punctuation, braces, bigbench, gsm8k, math, value,
            hendrycks, minerva, minerva-paper, multilingual, multilingual-LANG, or several joined
            by +.
        match: full compares whole texts; prefix and suffix ask whether the prediction begins or
            ends with the reference.

    Source: with normalize squad, the evaluation script of SQuAD 1.1 (Rajpurkar et al. 2016).
    """

    score_scale = ScoreScale(mean=True, highest=1.0, binary=("exact_match",))
    tasks: ClassVar[tuple[str, ...]] = (
        "question-answering",
        "mathematics",
        "classification",
        "generation",
    )
    pairs_are_rows: ClassVar[bool] = True

    normalize: Normalizer = "none"
    match: Literal["full", "prefix", "suffix"] = "full"

    def __post_init__(self) -> None:
        normalizer(self.normalize)

    @property
    def symmetric_outputs(self) -> tuple[str, ...]:
        """The output, where whole texts are compared."""
        return self.outputs if self.match == "full" else ()

    def watch(self) -> Watch:
        """Return a notice about tabs, no-break spaces and the like, which make texts unequal."""
        return UnseenCharacters(self)

    def prepare(self, *context: Any) -> list[str]:
        """Normalise the references."""
        return [normalizer(self.normalize)(reference) for reference in context[0]]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference."""
        text = normalizer(self.normalize)(prediction)
        return (float(any(MATCHES[self.match](text, reference) for reference in prepared)),)

    def covers_native(self) -> bool:
        """Return whether whole texts are compared; normalisers run before the kernel."""
        return self.match == "full"

    def native_pairs(self, batch: Batch) -> Array:
        """Compare every pair with the kernel."""
        from sacreval import native

        return native.equal_pairs(batch.texts_after(compiled_normalizer(self.normalize)))

    def native_sums(self, batch: Batch) -> Sums | None:
        """Return the number of records that match their reference, and of all."""
        pairs = super().native_sums(batch)
        return None if pairs is None else Sums((*pairs, float(len(batch))))

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Return 1 for records in which any reference matches."""
        import numpy as np

        matched = np.maximum.reduceat(pairs[:, 0], starts[:-1])
        return np.column_stack([matched, np.ones(len(matched))])
