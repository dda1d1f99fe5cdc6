"""Extractiveness of summaries (Grusky et al. 2018): coverage, density, compression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.metric import MeanMetric, metrics
from sacreval.metrics._units import UnitMetric
from sacreval.stats.ratio import ratio
from sacreval.text.words import Unit, units

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


@metrics.register("extractiveness")
@dataclass(frozen=True, kw_only=True)
class Extractiveness(UnitMetric, MeanMetric):
    """Extractiveness: share and length of the fragments that a summary copies from its sources.

    Fragments are found from left to right: at each position of the summary, the longest sequence
    that occurs in the source. Coverage is the share of summary tokens in fragments, 0 to 1; density
    is the mean length of the fragment of a token; compression is the number of source tokens per
    summary token. They describe a summary: neither higher nor lower is better. An empty summary
    scores 0 on each.

    Args:
        unit: Unit of texts: words and punctuation marks, or blank-separated tokens.
        lowercase: Ignore case.

    Source: Grusky, Naaman and Artzi 2018.
    """

    score_scale = ScoreScale(mean=True, highest={"coverage": 1.0}, spans=FROM_ZERO)
    tasks: ClassVar[tuple[str, ...]] = ("summarization", "generation")
    needs: ClassVar[tuple[str, ...]] = ("sources",)
    higher_is_better: ClassVar[None] = None

    unit: Unit = "word"
    lowercase: bool = True

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of coverage, density and compression."""
        return ("coverage", "density", "compression")

    def prepare(self, *context: Any) -> list[str]:
        """Split the sources and concatenate their tokens."""
        return self._split("\n".join(context[0]))

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Sum over fragments."""
        summary = self._split(prediction)
        if not summary:
            return 0.0, 0.0, 0.0
        lengths = list(fragments(summary, prepared))
        n = len(summary)
        return sum(lengths) / n, sum(f * f for f in lengths) / n, len(prepared) / n

    def covers_native(self) -> bool:
        """Always; words are split before the kernel."""
        return True

    def native_rows(self, batch: Batch) -> Array:
        """Find the fragments with the kernel."""
        import numpy as np

        from sacreval import native
        from sacreval.core.records import Batch, Instance

        sources = map("\n".join, batch.column("sources"))
        pairs = zip(batch.predictions, sources, strict=True)
        beside = [Instance(prediction=x, references=[source]) for x, source in pairs]
        texts = Batch(beside, workers=batch.workers).texts_after(self._separated)
        copied, squares, summary, source = native.fragment_pairs(texts).T
        masked = (np.where(summary > 0, x, 0) for x in (copied, squares, source))
        scores = [ratio(x, summary, otherwise=0.0) for x in masked]
        return np.column_stack([*scores, np.ones(len(batch))])

    def _separated(self, text: str) -> str:
        """Return the units of a text with blanks between them; characters by their numbers."""
        if self.unit == "character":
            return " ".join(str(ord(x)) for x in self._split(text))
        return " ".join(self._split(text))

    def _split(self, text: str) -> list[str]:
        return list(units(text.lower() if self.lowercase else text, self.unit))


def fragments(summary: Sequence[str], source: Sequence[str]) -> Iterator[int]:
    """Return the lengths of the shared fragments of a summary, from left to right."""
    places: dict[str, list[int]] = {}
    for j, token in enumerate(source):
        places.setdefault(token, []).append(j)
    i = 0
    while i < len(summary):
        longest = max((_run(summary, i, source, j) for j in places.get(summary[i], ())), default=0)
        if longest:
            yield longest
        i += max(longest, 1)


def _run(a: Sequence[str], i: int, b: Sequence[str], j: int) -> int:
    n = 0
    while i + n < len(a) and j + n < len(b) and a[i + n] == b[j + n]:
        n += 1
    return n
