"""Compiled kernels of coefficients of large groups, for thousands of resamples at once.

All counts are whole numbers, so that values equal those computed from copies of the drawn cells.
"""

import numpy as np
import numpy.typing as npt

from sacreval import native
from sacreval.features.correlate.measures.tie_calibration import kernels_cover
from sacreval.features.correlate.resampling.bootstrap_correlations import weight_form
from sacreval.features.correlate.resampling.resampling_kernels import MAX_UNITS, WeightForm
from sacreval.stats.arrays import Floats
from sacreval.stats.association.coefficients import Coefficient, SpearmanCoefficient, Tau
from sacreval.stats.association.pairs import PairCounts
from sacreval.stats.association.row_coefficients import TiedAccuracy

Weights = npt.NDArray[np.uint16]


def fastest_form(x: Floats, z: Floats, coefficient: Coefficient) -> WeightForm:
    """Return the fastest kernel of a coefficient; those of few units are matrix products.

    Args:
        x: Metric scores, shape (units, groups), NaN in the same cells as `z`.
        z: Human scores, same shape.
        coefficient: The coefficient.
    """
    if len(x) > MAX_UNITS and native.available() and kernels_cover(x):
        if isinstance(coefficient, Tau):
            return TauForm(x, z, coefficient)
        if isinstance(coefficient, TiedAccuracy):
            return TiedAccuracyForm(x, z, coefficient)
        if isinstance(coefficient, SpearmanCoefficient):
            return SpearmanForm(x, z)
    return weight_form(x, z, coefficient)


class TauForm(WeightForm):
    """Kendall variants and pairwise accuracy, from weighted counts of pairs."""

    def __init__(self, x: Floats, z: Floats, coefficient: Tau) -> None:
        """Order the cells; the arguments are those of `fastest_form`."""
        self._cells, self._coefficient = native.ordered_cells(x.T, z.T), coefficient

    def of(self, weights: Weights) -> Floats:
        """See `WeightForm.of`."""
        totals = native.weighted_pairs(self._cells, weights)
        n, copies, drawn = totals.cells, totals.copies, totals.drawn
        pairs = n * (n - 1) // 2
        untied = pairs - copies - totals.metric_ties - totals.human_ties + totals.tied
        whole = (
            pairs,
            2 * totals.concordant - untied,
            totals.human_ties + copies,
            totals.metric_ties + copies,
            totals.tied + copies,
            np.minimum(totals.metric_distinct, totals.human_distinct),
            n,
        )
        counts = PairCounts(*(part.astype(np.float64) for part in whole))
        if self._coefficient.over_all_pairs:
            counts = counts.without_copies(copies.astype(np.float64), drawn.astype(np.float64))
        return self._coefficient.of_counts(counts)


class TiedAccuracyForm(WeightForm):
    """Accuracy with a tie threshold, from weighted counts of agreeing pairs."""

    def __init__(self, x: Floats, z: Floats, coefficient: TiedAccuracy) -> None:
        """Order the cells; the arguments are those of `fastest_form`."""
        self._cells, self._epsilon = native.ordered_cells(x.T, z.T), coefficient.epsilon

    def of(self, weights: Weights) -> Floats:
        """See `WeightForm.of`."""
        n, copies, agreeing = native.agreeing_pairs(self._cells, weights, self._epsilon)
        pairs = n * (n - 1) // 2 - copies
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(pairs > 0, agreeing / pairs, np.nan)


class SpearmanForm(WeightForm):
    """Spearman, from moments of weighted ranks."""

    def __init__(self, x: Floats, z: Floats) -> None:
        """Order the cells; the arguments are those of `fastest_form`."""
        self._cells = native.ordered_cells(x.T, z.T)

    def of(self, weights: Weights) -> Floats:
        """See `WeightForm.of`."""
        metric, human, product = native.weighted_ranks(self._cells, weights)
        with np.errstate(invalid="ignore", divide="ignore"):
            rho = product / np.sqrt(metric) / np.sqrt(human)
        return np.where((metric > 0) & (human > 0), np.clip(rho, -1.0, 1.0), np.nan)
