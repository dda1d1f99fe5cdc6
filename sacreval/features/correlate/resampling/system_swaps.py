"""Permutation tests at system level that swap whole systems, from the means of two metrics."""

from typing import NamedTuple

import numpy as np

from sacreval.features.correlate.resampling.permuted_correlations import swap_form
from sacreval.features.correlate.resampling.resampling_kernels import MAX_UNITS
from sacreval.stats.arrays import Floats, blocks
from sacreval.stats.association.coefficients import Coefficient
from sacreval.stats.association.levels import system_means, without_noise
from sacreval.stats.draws import Swaps
from sacreval.stats.single_thread_blas import single_thread_blas


class SystemSums(NamedTuple):
    """Sums of the scores of systems, shape (systems,) each.

    Attributes:
        sums: Sum of the scores.
        counts: Number of scores; NaN without any.
        sizes: Largest absolute score, shape (systems, 1), which measures the rounding of a sum.
    """

    sums: Floats
    counts: Floats
    sizes: Floats

    @classmethod
    def of(cls, values: Floats) -> "SystemSums":
        """Add up scores, shape (systems, inputs), NaN where missing."""
        seen = ~np.isnan(values)
        counts = np.where(seen.any(axis=1), np.maximum(seen.sum(axis=1), 1), np.nan)
        sizes = np.nanmax(np.abs(values), axis=1, initial=0.0, keepdims=True)
        return cls(np.where(seen, values, 0.0).sum(axis=1), counts, sizes)


@single_thread_blas
def differences_of_system_swaps(
    first: SystemSums, second: SystemSums, z: Floats, coefficient: Coefficient, swaps: Swaps
) -> Floats:
    """Compute the difference of two correlations of means after each exchange of systems.

    Args:
        first: Sums of the first metric, standardised.
        second: Sums of the second metric.
        z: Human scores, shape (systems, inputs), NaN where metrics have no scores either.
        coefficient: The coefficient.
        swaps: Exchanges of systems.

    Returns:
        Shape (draws,), NaN where undefined.
    """
    human = coefficient.rounded(system_means(z))[:, None]
    total = first.sums + second.sums
    # The other hybrid has what is left of the total, as in `permuted_differences`.
    parts = (first.sums, second.sums, total - first.sums, total - second.sums)
    own, other, left, right = (
        coefficient.rounded(without_noise(part / first.counts, first.sizes)) for part in parts
    )
    seen = ~np.isnan(human)
    columns = [np.where(seen, side[:, None], np.nan) for side in (own, other, left, right)]
    form = swap_form(columns[0], columns[1], human, coefficient)
    alike = np.array_equal(left[seen[:, 0]], other[seen[:, 0]])
    alike = alike and np.array_equal(right[seen[:, 0]], own[seen[:, 0]])
    rest = None
    if coefficient.on_ranks and not alike:
        rest = swap_form(columns[2], columns[3], human, coefficient)
    draws, n = np.empty(swaps.resamples), len(human)
    listed = n * (n - 1) // 2 if n <= MAX_UNITS else 0
    for rows in blocks(swaps.resamples, 1 + 4 * n + listed):
        kept, swapped = form.of(swaps.systems[rows])
        if rest is not None:
            swapped = rest.of(swaps.systems[rows]).kept
        draws[rows] = (kept - swapped)[:, 0]
    return draws
