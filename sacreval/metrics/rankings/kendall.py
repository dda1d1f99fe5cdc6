"""Kendall correlation with one reference number a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.core.metric import Origin, metrics, on_kernels
from sacreval.metrics.rankings._base import CorrelationMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


@metrics.register("kendall")
@dataclass(frozen=True, kw_only=True)
class Kendall(CorrelationMetric):
    """Kendall correlation (tau-b): agreement on the order of pairs, -1 to 1.

    Higher is better. It is computed over the records of a system, which have one reference each.
    If all predictions or all references are equal, the correlation is undefined: 0 is reported,
    with a notice.

    Source: scipy.stats.
    """

    origin = Origin(libraries=("scipy",), counterpart="scipy:correlation")

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Correlate weighted samples."""
        import numpy as np

        tau = tau_b if on_kernels(self) else official_tau
        counts = np.reshape(weights, (-1, len(rows))).astype(int)
        correlations = [tau(*np.repeat(rows, count, axis=0).T) for count in counts]
        return {"kendall": np.reshape(correlations, weights.shape[:-1])}

    def covers_native(self) -> bool:
        """Always; the metric has no options."""
        return True

    def native_rows(self, batch: Batch) -> Array:
        """Return predictions and references."""
        import numpy as np

        pairs = zip(batch.predictions, batch.references, strict=True)
        return np.array([self.row(*pair) for pair in pairs], float)


def tau_b(x: Array, y: Array) -> float:
    """Return Kendall's tau-b of two samples, as scipy computes it; 0 if a sample is constant."""
    import numpy as np

    from sacreval.stats.association.pair_counts import inversions

    order = np.lexsort((y, x))
    x, y = (np.unique(sample[order], return_inverse=True)[1] for sample in (x, y))
    pairs = len(x) * (len(x) - 1) // 2
    x_ties, y_ties, both = (_tied_pairs(code) for code in (x, y, x * (y.max() + 1) + y))
    if pairs in {x_ties, y_ties}:
        return 0.0
    discordant = int(inversions(np.zeros(len(y), int), y, 1)[0])
    excess = pairs - x_ties - y_ties + both - 2 * discordant  # of concordant pairs
    tau = excess / np.sqrt(pairs - x_ties) / np.sqrt(pairs - y_ties)
    return float(min(1.0, max(-1.0, tau)))


def _tied_pairs(codes: Array) -> int:
    import numpy as np

    counts = np.unique(codes, return_counts=True)[1]
    return int((counts * (counts - 1) // 2).sum())


def official_tau(x: Array, y: Array) -> float:
    """Return Kendall's tau-b of two samples by scipy; 0 if a sample is constant."""
    import numpy as np
    from scipy.stats import kendalltau

    if len(np.unique(x)) == 1 or len(np.unique(y)) == 1:
        return 0.0
    return float(kendalltau(x, y).statistic)
