"""Repetition: n-grams that occur earlier in the same output (Welleck et al. 2020)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import SHARE, ScoreScale
from sacreval.core.metric import metrics
from sacreval.metrics._units import UnitMetric, for_units
from sacreval.stats.ratio import ratio
from sacreval.text.words import Unit, check_orders, ngrams, units

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


@metrics.register("repetition")
@dataclass(frozen=True, kw_only=True)
class Repetition(UnitMetric):
    """Repetition: the share of an output's n-grams that occur earlier in it, 0 to 1.

    Lower means less repetition. Counts are summed over outputs before they are divided; without
    n-grams the score is 0. References are not used.

    Args:
        orders: The lengths of n-grams, 1 to 1000.
        unit: Unit of n-grams: blank-separated tokens, characters, or words and marks.

    Source: seq-rep-n (Welleck et al. 2020), with n-grams summed over outputs.
    """

    score_scale = ScoreScale(spans=SHARE)
    tasks: ClassVar[tuple[str, ...]] = ("summarization", "generation")
    needs: ClassVar[tuple[str, ...]] = ()
    higher_is_better: ClassVar[bool] = False

    orders: tuple[int, ...] = (1, 2, 3, 4)
    unit: Unit = "token"

    def __post_init__(self) -> None:
        check_orders(self.orders)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return `repetition_<n>` for every order."""
        return tuple(f"repetition_{n}" for n in self.orders)

    def row(self, prediction: Any, _prepared: Any) -> Sequence[float]:
        """Return the numbers of repeated and of all n-grams by order."""
        parts = units(prediction, self.unit)
        counts = [ngrams(parts, n) for n in self.orders]
        return [number for c in counts for number in (c.total() - len(c), c.total())]

    def covers_native(self) -> bool:
        """Always; words are split before the kernel."""
        return True

    def native_rows(self, batch: Batch) -> Array:
        """Count n-grams with the kernel."""
        from sacreval import native
        from sacreval.core.records import Batch, Instance

        outputs = [Instance(prediction=text) for text in batch.predictions]
        alone = Batch(outputs, workers=batch.workers)
        texts, options = for_units(alone, self.unit, lowercase=False)
        return native.repeated_ngrams(texts, **options, orders=self.orders)

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide repeated n-grams by all."""
        repeated, total = sums[..., 0::2], sums[..., 1::2]
        shares = ratio(repeated, total, otherwise=0.0)
        return {name: shares[..., i] for i, name in enumerate(self.outputs)}
