"""Length to reference: length of outputs relative to their references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.metric import Direction, metrics
from sacreval.metrics._units import UnitMetric
from sacreval.stats.ratio import ratio
from sacreval.text.words import Unit, units

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("length-to-reference")
@dataclass(frozen=True, kw_only=True)
class LengthToReference(UnitMetric):
    """Length to reference: the units of outputs over those of their closest references.

    It is 1 for outputs as long as their references, and 0 if all references are empty. The
    deviation is the number of units too many or too few, over the number of reference units; lower
    is better. Both are ratios of sums over outputs. With several references the closest in length
    counts.

    Args:
        unit: Unit of length: blank-separated tokens, characters, or words and marks.

    Source: BLEU's choice of the closest reference, the shorter of two that are equally close.
    """

    score_scale = ScoreScale(spans=FROM_ZERO)
    tasks: ClassVar[tuple[str, ...]] = (
        "summarization",
        "simplification",
        "machine-translation",
        "generation",
    )
    higher_is_better: ClassVar[Mapping[str, Direction]] = {
        "length_ratio": None,
        "length_deviation": False,
    }

    unit: Unit = "token"

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the ratio of lengths and of the deviation."""
        return ("length_ratio", "length_deviation")

    def prepare(self, *context: Any) -> list[int]:
        """Return the lengths of the references."""
        return sorted(len(units(reference, self.unit)) for reference in context[0])

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the three terms that are summed over outputs."""
        n = len(units(prediction, self.unit))
        closest = min(prepared, key=lambda length: abs(length - n))
        return n, closest, abs(n - closest)

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide by the reference length."""
        n, closest, off = (sums[..., i] for i in range(3))
        return {
            "length_ratio": ratio(n, closest, otherwise=0.0),
            "length_deviation": ratio(off, closest, otherwise=off),
        }
