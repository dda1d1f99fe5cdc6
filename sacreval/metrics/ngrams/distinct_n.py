"""Distinct-n (Li et al. 2016): diversity of a set of outputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import SHARE, ScoreScale
from sacreval.core.metric import SetMetric, metrics, on_kernels
from sacreval.metrics._units import UnitMetric, for_units
from sacreval.text.words import Unit, check_orders, ngrams, units

if TYPE_CHECKING:
    from sacreval.core.records import Batch


@metrics.register("distinct-n")
@dataclass(frozen=True, kw_only=True)
class DistinctN(UnitMetric, SetMetric):
    """Distinct-n: different n-grams of a set of outputs over all its n-grams, 0 to 1.

    Higher means more diverse. Larger sets have lower scores: compare sets of one size. Without
    n-grams it is 0. References are not used.

    Args:
        orders: The lengths of n-grams, 1 to 1000.
        unit: Unit of n-grams: blank-separated tokens, characters, or words and marks.
        lowercase: Ignore case.

    Source: Li et al. 2016.
    """

    score_scale = ScoreScale(spans=SHARE)
    tasks: ClassVar[tuple[str, ...]] = ("generation",)
    needs: ClassVar[tuple[str, ...]] = ()

    orders: tuple[int, ...] = (1, 2)
    unit: Unit = "token"
    lowercase: bool = False

    def __post_init__(self) -> None:
        check_orders(self.orders)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return `distinct_<n>` for every order."""
        return tuple(f"distinct_{n}" for n in self.orders)

    def covers_native(self) -> bool:
        """Always; words are split before the kernel."""
        return True

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Count the n-grams of the set."""
        counts = self._native(batch) if on_kernels(self) else self._counts(batch)
        return {
            name: different / total if total else 0.0
            for name, (different, total) in zip(self.outputs, counts, strict=True)
        }

    def _counts(self, batch: Batch) -> list[tuple[int, int]]:
        """Return the different n-grams and all n-grams, by order."""
        fold = str.lower if self.lowercase else str
        texts = [units(fold(text), self.unit) for text in batch.predictions]
        tallies = []
        for n in self.orders:
            counts: Counter[Any] = Counter()
            for text in texts:
                counts.update(ngrams(text, n))
            tallies.append((len(counts), counts.total()))
        return tallies

    def _native(self, batch: Batch) -> list[list[int]]:
        from sacreval import native

        texts, options = for_units(batch.as_one(), self.unit, lowercase=self.lowercase)
        counts: list[list[int]] = native.distinct_ngrams(
            texts, **options, orders=self.orders
        ).tolist()
        return counts
