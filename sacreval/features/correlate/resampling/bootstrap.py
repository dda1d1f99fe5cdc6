"""Bootstrap replicates of a correlation at any level, by compiled kernels where there are any.

Compiled kernels of coefficients of large groups, for thousands of resamples at once. All counts are
whole numbers, so that values equal those computed from copies of the drawn cells.
"""

from collections.abc import Callable

import numpy as np

from sacreval import native
from sacreval.features.correlate.measures.tie_calibration import kernels_cover
from sacreval.features.correlate.resampling.bootstrap_correlations import draw_indices, weight_form
from sacreval.features.correlate.resampling.resampling_kernels import MAX_UNITS, WeightForm
from sacreval.stats.arrays import Floats, blocks, jointly_present
from sacreval.stats.association.coefficients import Coefficient, SpearmanCoefficient, Tau
from sacreval.stats.association.levels import Level, system_means, without_noise
from sacreval.stats.association.pair_counts import PairCounts
from sacreval.stats.association.row_coefficients import TiedAccuracy
from sacreval.stats.draws import Resamples, Weights
from sacreval.stats.resampling import single_thread_blas

FormMaker = Callable[[Floats, Floats, Coefficient], WeightForm]
"""A function of metric scores and human scores, shape (units, groups) each, and a coefficient."""

GROUP_BLOCK = 256
"""Groups per matrix product: large enough for BLAS, small enough for the cache."""


@single_thread_blas
def bootstrap_values(
    x: Floats,
    z: Floats,
    level: Level,
    coefficient: Coefficient,
    draws: Resamples,
    *,
    every_input: bool = False,
    forms: FormMaker = weight_form,
) -> Floats:
    """Compute the correlation of every resample.

    Args:
        x: Metric scores, shape (systems, inputs), NaN where missing; at summary level also
            (systems, inputs, n) for n groups of each input, which are drawn together.
        z: Human scores, same shape.
        level: The level.
        coefficient: The coefficient.
        draws: Resamples of this shape, from `draw_resamples`.
        every_input: See `levels.group`.
        forms: Returns the kernel of a coefficient; other kernels than those of `weight_form` come
            from rooms above.

    Returns:
        One value for each resample, shape (resamples,), NaN where undefined.
    """
    if level is Level.SYSTEM:
        return _system_level(x, z, coefficient, draws, every_input=every_input)
    x, z = jointly_present(x, z)
    if level is Level.GLOBAL:
        return _global(draws, x.shape, forms(x.reshape(-1, 1), z.reshape(-1, 1), coefficient))
    if level is Level.GROUP_BY_SYSTEM:
        x, z, draws = x.T, z.T, draws.transposed()
    if x.ndim > 2:  # a matrix has one group of each input
        draws = draws.with_groups(x.shape[2])
        x, z = x.reshape(len(x), -1), z.reshape(len(z), -1)
    return _grouped(x, z, coefficient, draws, forms)


def _grouped(
    x: Floats, z: Floats, coefficient: Coefficient, draws: Resamples, forms: FormMaker
) -> Floats:
    """Average over groups (columns), where units (rows), groups or both are resampled."""
    totals, counts = np.zeros(draws.count), np.zeros(draws.count)
    for part in blocks(x.shape[1], 1, GROUP_BLOCK):
        form = forms(x[:, part], z[:, part], coefficient) if draws.systems is not None else None
        fixed = coefficient.of(x[:, part].T, z[:, part].T)[None, :] if form is None else None
        for rows in blocks(draws.count, GROUP_BLOCK + _cells_of_units(len(x))):
            if form is not None and draws.systems is not None:
                each = form.of(draws.systems[rows])
            else:
                each = fixed if fixed is not None else np.zeros((1, 0))
            defined = ~np.isnan(each)
            each = np.where(defined, each, 0.0)
            if draws.inputs is None:
                totals[rows] += each.sum(axis=1)
                counts[rows] += defined.sum(axis=1)
            else:
                weight = draws.inputs[rows, part].astype(np.float64)
                totals[rows] += (each * weight).sum(axis=1) if len(each) > 1 else weight @ each[0]
                counts[rows] += (
                    (defined * weight).sum(axis=1) if len(each) > 1 else weight @ defined[0]
                )
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(counts > 0, totals / counts, np.nan)


def _cells_of_units(units: int) -> int:
    """Return how many numbers a kernel needs for one resample: pairs are listed of few units."""
    return units * (units - 1) // 2 if units <= MAX_UNITS else units


def _system_level(
    x: Floats, z: Floats, coefficient: Coefficient, draws: Resamples, *, every_input: bool
) -> Floats:
    if not every_input:
        x, z = jointly_present(x, z)
    return values_of_systems(
        lambda inputs: drawn_means(x, inputs),
        lambda inputs: drawn_means(z, inputs),
        coefficient,
        draws,
        x.shape,
    )


ScoresOfSystems = Callable[[Weights | None], Floats]
"""Scores of systems, shape (draws, systems), of inputs that are drawn so often, shape (draws,
inputs); of each once for None, as one draw."""


def values_of_systems(
    x: ScoresOfSystems,
    z: ScoresOfSystems,
    coefficient: Coefficient,
    draws: Resamples,
    shape: tuple[int, ...],
) -> Floats:
    """Compute the correlation of scores of systems in every resample.

    Args:
        x: Metric scores.
        z: Human scores.
        coefficient: The coefficient.
        draws: Resamples.
        shape: Number of systems, number of inputs.

    Returns:
        One value for each resample, shape (resamples,), NaN where undefined.
    """
    values = np.empty(draws.count)
    for rows in blocks(draws.count, shape[1] + shape[0] * 4):
        means = [side(None if draws.inputs is None else draws.inputs[rows]) for side in (x, z)]
        drawn = np.arange(shape[0])
        if draws.systems is not None:
            drawn = draw_indices(draws.systems[rows])
            means = [
                np.take_along_axis(np.broadcast_to(m, (len(drawn), m.shape[1])), drawn, axis=1)
                for m in means
            ]
        drawn_x, drawn_z = (coefficient.rounded(m) for m in means)
        values[rows] = coefficient.of_resample(drawn_x, drawn_z, drawn)
    return values


def drawn_means(side: Floats, inputs: Weights | None) -> Floats:
    """Compute means of systems; see `ScoresOfSystems`."""
    if inputs is None:
        return system_means(side)[None, :]
    seen = ~np.isnan(side)
    weight = inputs.astype(np.float64)
    # Sums of deviations from the mean are small, so that equal means are equal to twelve digits.
    centre = np.where(seen, side, 0.0).sum() / max(1, seen.sum())
    totals = weight @ np.where(seen, side - centre, 0.0).T
    counts = weight.sum(axis=1, keepdims=True) if seen.all() else weight @ seen.T
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.where(counts > 0, totals / counts + centre, np.nan)
    return without_noise(means, side)


def _global(draws: Resamples, shape: tuple[int, ...], form: WeightForm) -> Floats:
    """Weight cells instead of copying them: the weight is that of the row times the column."""
    values = np.empty(draws.count)
    for rows in blocks(draws.count, shape[0] * shape[1]):
        weights = np.ones((rows.stop - rows.start, *shape), dtype=np.uint16)
        if draws.systems is not None:
            weights *= draws.systems[rows, :, None]
        if draws.inputs is not None:
            weights *= draws.inputs[rows, None, :]
        values[rows] = form.of(weights.reshape(len(weights), -1))[:, 0]
    return values


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
