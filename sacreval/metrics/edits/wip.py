"""WIP, word information preserved (Morris et al. 2004), as jiwer computes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sacreval.core.metric import ScoreScale, metrics
from sacreval.metrics.edits._base import WordEditMetric, preserved

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("wip")
@dataclass(frozen=True, kw_only=True)
class Wip(WordEditMetric):
    """Word information preserved: matched share of the reference times that of the output, 0 to 1.

    Higher is better. With several references the best counts. The score of a system is computed
    from the operations summed over outputs.

    Source: jiwer 4.
    """

    higher_is_better: ClassVar[bool] = True
    score_scale = ScoreScale(greatest={"wip": 1.0})

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Multiply the shares of words that match; two texts without words keep everything."""
        return {"wip": preserved(sums)}
