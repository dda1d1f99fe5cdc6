"""WIL, word information lost (Morris et al. 2004), as jiwer computes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.core.metric import ScoreScale, metrics
from sacreval.metrics.edits._base import WordEditMetric, preserved

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("wil")
@dataclass(frozen=True, kw_only=True)
class Wil(WordEditMetric):
    """Word information lost: 1 minus the word information preserved, 0 to 1.

    Lower is better. With several references the best counts. The score of a system is computed
    from the operations summed over outputs.

    Source: jiwer 4.
    """

    score_scale = ScoreScale(greatest={"wil": 1.0})

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Subtract the information preserved from 1; two texts without words lose nothing."""
        return {"wil": 1.0 - preserved(sums)}
