"""Permutation tests of the difference between the correlations of two metrics with human scores.

Both metrics are standardised (each minus its mean, over its standard deviation), then their scores
are exchanged at random; the units of the exchange determine the population to which the test
generalises. Source: Deutsch, Dror and Roth (TACL 2021).
"""

from typing import NamedTuple

import numpy as np

from sacreval.features.correlate.resampling.bootstrap import GROUP_BLOCK
from sacreval.features.correlate.resampling.permuted_correlations import swap_form
from sacreval.stats.arrays import BLOCK_CELLS, Floats, blocks, jointly_present, round_significant
from sacreval.stats.association.coefficients import Coefficient
from sacreval.stats.association.levels import Level, correlation, system_means, without_noise
from sacreval.stats.draws import Bits, Swap, Swaps
from sacreval.stats.resampling import single_thread_blas

SLACK = 1e-10
"""Differences of correlations, in [-2, 2], that are closer than this are equal up to rounding."""


class Difference(NamedTuple):
    """An observed difference of correlations and its draws under the null hypothesis.

    Attributes:
        observed: r(X, Z) - r(Y, Z) on the cells with all three scores.
        draws: The difference after each exchange, shape (draws,), NaN where undefined.
        exact: Whether the draws are all exchanges, one of each complementary pair.
    """

    observed: float
    draws: Floats
    exact: bool


class PValues(NamedTuple):
    """One-sided p that X is better, one-sided p that Y is better, two-sided p; NaN if undefined."""

    greater: float
    less: float
    two_sided: float


def standardised(values: Floats) -> Floats:
    """Subtract the mean of the whole matrix and divide by its (population) standard deviation."""
    spread = np.nanstd(values) if not np.isnan(values).all() else 0.0
    scaled: Floats = (values - np.nanmean(values)) / spread if spread > 0 else values * 0.0
    return scaled


@single_thread_blas
def permuted_differences(
    x: Floats, y: Floats, z: Floats, level: Level, coefficient: Coefficient, *, swaps: Swaps
) -> Difference:
    """Compute the difference of correlations, observed and after each exchange.

    Args:
        x: Scores of the first metric, shape (systems, inputs), NaN where missing.
        y: Scores of the second metric, same shape.
        z: Human scores, same shape.
        level: The level.
        coefficient: The coefficient.
        swaps: Exchanges of this shape, from `draw_swaps` or `all_system_swaps`.
    """
    x, y, z = jointly_present(x, y, z)
    first, second = correlation(x, z, level, coefficient), correlation(y, z, level, coefficient)
    observed = first.value - second.value
    if np.isnan(observed):
        return Difference(observed, np.full(swaps.resamples, np.nan), swaps.exact)
    x, y = standardised(x), standardised(y)
    if level is Level.SYSTEM:
        return Difference(observed, _system_level(x, y, z, coefficient, swaps), swaps.exact)
    if level is Level.GLOBAL:
        return Difference(observed, _global(x, y, z, coefficient, swaps), swaps.exact)
    if swaps.how is Swap.BOTH_CELLS:
        return Difference(observed, _cells(x, y, z, level, coefficient, swaps=swaps), swaps.exact)
    if level is Level.GROUP_BY_SYSTEM:
        x, y, z, swaps = x.T, y.T, z.T, swaps.transposed()
    if swaps.how is Swap.INPUTS:
        each = (first.each, second.each)
        return Difference(observed, exchanged_groups(*each, swaps.inputs), swaps.exact)
    return Difference(observed, _grouped(x, y, z, coefficient, swaps), swaps.exact)


def exchanged_groups(first: Floats, second: Floats, inputs: Bits) -> Floats:
    """Compute the difference of two macro means after each exchange of whole groups.

    Args:
        first: Values of the first metric, shape (groups,), NaN where undefined.
        second: Values of the second metric, same shape.
        inputs: 1 where a group is exchanged, shape (resamples, groups).

    Returns:
        Differences, shape (resamples,).
    """
    table = np.stack(
        [np.nan_to_num(first), ~np.isnan(first), np.nan_to_num(second), ~np.isnan(second)]
    )
    change = np.stack([table[2] - table[0], table[3] - table[1]])
    moved = np.empty((len(inputs), 2))
    for rows in blocks(len(inputs), inputs.shape[1], BLOCK_CELLS // 4):
        moved[rows] = inputs[rows].astype(np.float64) @ change.T
    sums = table.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        left = (sums[0] + moved[:, 0]) / (sums[1] + moved[:, 1])
        right = (sums[2] - moved[:, 0]) / (sums[3] - moved[:, 1])
    difference: Floats = left - right
    return difference


def _grouped(x: Floats, y: Floats, z: Floats, coefficient: Coefficient, swaps: Swaps) -> Floats:
    """Swap units within groups, and with `BOTH_XOR` whole groups as well."""
    means = _GroupMeans(swaps.resamples)
    n_pairs = len(x) * (len(x) - 1) // 2
    for part in blocks(x.shape[1], 1, GROUP_BLOCK):
        form = swap_form(x[:, part], y[:, part], z[:, part], coefficient)
        for rows in blocks(swaps.resamples, GROUP_BLOCK + n_pairs):
            kept, swapped = form.of(swaps.systems[rows])
            crossed = swaps.inputs[rows, part] if swaps.how is Swap.BOTH_XOR else None
            means.add(rows, kept, swapped, crossed)
    return means.difference()


class _GroupMeans:
    """Means over defined groups of both sides of each exchange."""

    def __init__(self, resamples: int) -> None:
        self._sums, self._counts = np.zeros((2, resamples)), np.zeros((2, resamples))

    def add(self, rows: slice, kept: Floats, swapped: Floats, crossed: Bits | None) -> None:
        totals = kept.sum(axis=1), swapped.sum(axis=1)
        if np.isnan(totals[0]).any() or np.isnan(totals[1]).any():
            self._add(
                self._counts, rows, (~np.isnan(kept)) * 1.0, (~np.isnan(swapped)) * 1.0, crossed
            )
            kept, swapped = np.nan_to_num(kept), np.nan_to_num(swapped)
        else:
            self._counts[:, rows] += kept.shape[1]
        self._add(self._sums, rows, kept, swapped, crossed)

    @staticmethod
    def _add(
        into: Floats, rows: slice, kept: Floats, swapped: Floats, crossed: Bits | None
    ) -> None:
        into[0, rows] += kept.sum(axis=1)
        into[1, rows] += swapped.sum(axis=1)
        if crossed is not None:
            moved = np.einsum("rg,rg->r", swapped - kept, crossed.astype(np.float64))
            into[0, rows] += moved
            into[1, rows] -= moved

    def difference(self) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            means = self._sums / self._counts
        difference: Floats = means[0] - means[1]
        return difference


def _system_level(
    x: Floats, y: Floats, z: Floats, coefficient: Coefficient, swaps: Swaps
) -> Floats:
    """Compute from means of hybrids, which are linear in the bits; rounding preserves ties."""
    human = coefficient.rounded(system_means(z))
    seen = ~np.isnan(z)
    counts = np.where(seen.any(axis=1), np.maximum(seen.sum(axis=1), 1), np.nan)
    kept, other = np.where(seen, x, 0.0), np.where(seen, y, 0.0)
    total, change = kept.sum(axis=1) + other.sum(axis=1), other - kept
    draws = np.empty(swaps.resamples)
    cells = x.size if swaps.how is Swap.BOTH_CELLS else x.shape[1] + 4 * x.shape[0]
    for rows in blocks(swaps.resamples, cells):
        if swaps.how is Swap.BOTH_CELLS:
            left = kept.sum(axis=1) + np.einsum("rsn,sn->rs", swaps.cells(rows), change)
        elif swaps.how is Swap.SYSTEMS:
            left = np.where(swaps.systems[rows] == 1, other.sum(axis=1), kept.sum(axis=1))
        else:
            left = kept.sum(axis=1) + swaps.inputs[rows].astype(np.float64) @ change.T
            left = np.where(swaps.systems[rows] == 1, total - left, left)
        sides = (without_noise(side / counts, x) for side in (left, total - left))
        first, second = (coefficient.of(coefficient.rounded(side), human) for side in sides)
        draws[rows] = first - second
    return draws


def _cells(
    x: Floats, y: Floats, z: Floats, level: Level, coefficient: Coefficient, *, swaps: Swaps
) -> Floats:
    """Exchange every cell independently, and compute each hybrid."""
    means = _GroupMeans(swaps.resamples)
    axes = (0, 2, 1) if level is Level.SUMMARY else (0, 1, 2)
    human = z.T if level is Level.SUMMARY else z
    for rows in blocks(swaps.resamples, x.size):
        bits = swaps.cells(rows) == 1
        left = coefficient.of(np.where(bits, y, x).transpose(axes), human)
        right = coefficient.of(np.where(bits, x, y).transpose(axes), human)
        means.add(rows, left, right, None)
    return means.difference()


def _global(x: Floats, y: Floats, z: Floats, coefficient: Coefficient, swaps: Swaps) -> Floats:
    draws = np.empty(swaps.resamples)
    flat = z.reshape(-1)
    for rows in blocks(swaps.resamples, x.size, BLOCK_CELLS // 2):
        bits = swaps.cells(rows) == 1
        left = coefficient.of(np.where(bits, y, x).reshape(len(bits), -1), flat)
        right = coefficient.of(np.where(bits, x, y).reshape(len(bits), -1), flat)
        draws[rows] = left - right
    return draws


def permutation_p(difference: Difference) -> PValues:
    """Compute p-values from draws.

    For random draws p is (count + 1) / (resamples + 1), which is never 0; for a list of all
    exchanges it is their share, including the observed arrangement. An undefined draw counts
    against significance.
    """
    observed, draws, exact = difference
    if np.isnan(observed):
        return PValues(np.nan, np.nan, np.nan)
    undefined = np.isnan(draws)
    greater = (draws >= observed - SLACK) | undefined
    less = (draws <= observed + SLACK) | undefined
    two = (np.abs(draws) >= abs(observed) - SLACK) | undefined
    if exact:
        mirrored = (
            (-draws >= observed - SLACK) | undefined,
            (-draws <= observed + SLACK) | undefined,
        )
        n = 2 * len(draws)
        return PValues(
            float(greater.sum() + mirrored[0].sum()) / n,
            float(less.sum() + mirrored[1].sum()) / n,
            2 * float(two.sum()) / n,
        )
    n = len(draws) + 1
    return PValues(*(float(side.sum() + 1) / n for side in (greater, less, two)))


def percentile_p(replicates: Floats) -> PValues:
    """Compute p-values of the paired bootstrap: shares of replicates on the other side of zero.

    They agree with the percentile interval of the difference, which does not contain zero if the
    two-sided p is small.

    Args:
        replicates: The difference in each resample, shape (resamples,). Undefined ones count
            against significance, and zeros on both sides.

    Returns:
        (count + 1) / (resamples + 1) for each side; the two-sided p is twice the smaller one.
    """
    undefined = np.isnan(replicates)
    n = len(replicates) + 1
    greater = (((replicates <= SLACK) | undefined).sum() + 1) / n
    less = (((replicates >= -SLACK) | undefined).sum() + 1) / n
    return PValues(float(greater), float(less), float(min(1.0, 2 * min(greater, less))))


def centred_p(observed: float, replicates: Floats) -> PValues:
    """Compute p-values of the paired bootstrap with replicates centred on the null hypothesis.

    Centring assumes that the spread under the null hypothesis is that of the replicates. Near a
    correlation of 1 this is wrong, and the test has little power.
    """
    if np.isnan(observed):
        return PValues(np.nan, np.nan, np.nan)
    centred = round_significant(replicates - observed)
    return permutation_p(Difference(observed, centred, exact=False))
