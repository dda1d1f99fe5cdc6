"""Kendall correlation with one reference number a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sacreval.core.metric import metrics
from sacreval.metrics.rankings._base import CorrelationMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("kendall")
@dataclass(frozen=True, kw_only=True)
class Kendall(CorrelationMetric):
    """Kendall correlation (tau-b): agreement on the order of pairs, -1 to 1.

    Higher is better. It is computed over the records of a system, which have one reference each.
    If all predictions or all references are equal, the correlation is undefined: 0 is reported,
    with a notice.

    Source: scipy.stats.
    """

    libraries: ClassVar[tuple[str, ...]] = ("scipy",)

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Correlate weighted samples."""
        import numpy as np

        found = [_tau(rows, w) for w in np.atleast_2d(weights)]
        return {"kendall": np.reshape(found, weights.shape[:-1])}


def _tau(rows: Array, weights: Array) -> float:
    import numpy as np
    from scipy.stats import kendalltau

    x, y = np.repeat(rows, weights.astype(int), axis=0).T
    if len(np.unique(x)) == 1 or len(np.unique(y)) == 1:
        return 0.0
    return float(kendalltau(x, y).statistic)
