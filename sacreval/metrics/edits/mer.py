"""MER, match error rate (Morris et al. 2004), as jiwer computes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.core.metric import ScoreScale, metrics
from sacreval.metrics.edits._base import WordEditMetric
from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("mer")
@dataclass(frozen=True, kw_only=True)
class Mer(WordEditMetric):
    """Match error rate: the share of aligned words that are wrong, 0 to 1.

    Lower is better. With several references the best counts. The score of a system is computed
    from the operations summed over outputs.

    Source: jiwer 4.
    """

    score_scale = ScoreScale(greatest={"mer": 1.0})

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide edits by all operations; two texts without words have no error."""
        h, s, d, i = (sums[..., j] for j in range(4))
        return {"mer": ratio(s + d + i, h + s + d + i, otherwise=0.0)}
