"""WIL, word information lost (Morris et al. 2004), as jiwer computes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sacreval.core.metric import metrics
from sacreval.metrics.edits._base import WordEditMetric
from sacreval.stats.ratio import ratio

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

    higher_is_better: ClassVar[bool] = False

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the one output, `wil`."""
        return ("wil",)

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Multiply the shares of words that match; two texts without words lose nothing."""
        h, s, d, i = (sums[..., j] for j in range(4))
        nothing = h + s + d + i == 0
        r, p = (ratio(h, h + s + x, otherwise=nothing) for x in (d, i))
        return {"wil": 1.0 - r * p}
