"""Bootstrap replicates of a correlation at any level, for intervals and tests of differences."""

import numpy as np

from sacreval.stats.arrays import BLOCK_CELLS, Floats, blocks, jointly_present
from sacreval.stats.bootstrap_correlations import draw_indices, weight_form
from sacreval.stats.coefficients import Coefficient
from sacreval.stats.draws import Resamples
from sacreval.stats.levels import Level, system_means, without_noise
from sacreval.stats.row_coefficients import TiedAccuracy
from sacreval.stats.single_thread_blas import single_thread_blas

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

    Returns:
        One value for each resample, shape (resamples,), NaN where undefined.
    """
    if level is Level.SYSTEM:
        return _system_level(x, z, coefficient, draws, every_input=every_input)
    x, z = jointly_present(x, z)
    if level is Level.GLOBAL:
        return _global(x, z, coefficient, draws)
    if level is Level.GROUP_BY_SYSTEM:
        x, z, draws = x.T, z.T, draws.transposed()
    if x.ndim > 2:  # noqa: PLR2004 - a matrix has one group of each input
        draws = draws.with_groups(x.shape[2])
        x, z = x.reshape(len(x), -1), z.reshape(len(z), -1)
    return _grouped(x, z, coefficient, draws)


def _grouped(x: Floats, z: Floats, coefficient: Coefficient, draws: Resamples) -> Floats:
    """Average over groups (columns), where units (rows), groups or both are resampled."""
    totals, counts = np.zeros(draws.count), np.zeros(draws.count)
    for part in blocks(x.shape[1], 1, GROUP_BLOCK):
        form = (
            weight_form(x[:, part], z[:, part], coefficient) if draws.systems is not None else None
        )
        fixed = coefficient.of(x[:, part].T, z[:, part].T)[None, :] if form is None else None
        for rows in blocks(draws.count, GROUP_BLOCK + len(x) * (len(x) - 1) // 2):
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


def _system_level(
    x: Floats, z: Floats, coefficient: Coefficient, draws: Resamples, *, every_input: bool
) -> Floats:
    if not every_input:
        x, z = jointly_present(x, z)
    values = np.empty(draws.count)
    for rows in blocks(draws.count, x.shape[1] + x.shape[0] * 4):
        means = [_drawn_means(side, draws, rows) for side in (x, z)]
        drawn = np.arange(len(x))
        if draws.systems is not None:
            drawn = draw_indices(draws.systems[rows])
            means = [
                np.take_along_axis(np.broadcast_to(m, (len(drawn), m.shape[1])), drawn, axis=1)
                for m in means
            ]
        drawn_x, drawn_z = (coefficient.rounded(m) for m in means)
        values[rows] = coefficient.of_resample(drawn_x, drawn_z, drawn)
    return values


def _drawn_means(side: Floats, draws: Resamples, rows: slice) -> Floats:
    if draws.inputs is None:
        return system_means(side)[None, :]
    seen = ~np.isnan(side)
    weight = draws.inputs[rows].astype(np.float64)
    # Sums of deviations from the mean are small, so that equal means are equal to twelve digits.
    centre = np.where(seen, side, 0.0).sum() / max(1, seen.sum())
    totals = weight @ np.where(seen, side - centre, 0.0).T
    counts = weight.sum(axis=1, keepdims=True) if seen.all() else weight @ seen.T
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.where(counts > 0, totals / counts + centre, np.nan)
    return without_noise(means, side)


def _global(x: Floats, z: Floats, coefficient: Coefficient, draws: Resamples) -> Floats:
    if isinstance(coefficient, TiedAccuracy):
        return _global_agreement(x, z, coefficient, draws)
    n_systems, n_inputs = x.shape
    values = np.empty(draws.count)
    for rows in blocks(draws.count, x.size, BLOCK_CELLS // 2):
        n = rows.stop - rows.start
        systems = np.broadcast_to(np.arange(n_systems), (n, n_systems))
        inputs = np.broadcast_to(np.arange(n_inputs), (n, n_inputs))
        if draws.systems is not None:
            systems = draw_indices(draws.systems[rows])
        if draws.inputs is not None:
            inputs = draw_indices(draws.inputs[rows])
        cells = systems[:, :, None], inputs[:, None, :]
        drawn_x, drawn_z = x[cells].reshape(n, -1), z[cells].reshape(n, -1)
        if coefficient.over_all_pairs:
            origin = (systems[:, :, None] * n_inputs + inputs[:, None, :]).reshape(n, -1)
            values[rows] = coefficient.of_resample(drawn_x, drawn_z, origin)
        else:
            values[rows] = coefficient.of(drawn_x, drawn_z)
    return values


def _global_agreement(x: Floats, z: Floats, coefficient: TiedAccuracy, draws: Resamples) -> Floats:
    """Weight cells instead of copying them: the weight is that of the row times the column."""
    form = weight_form(x.reshape(-1, 1), z.reshape(-1, 1), coefficient)
    values = np.empty(draws.count)
    for rows in blocks(draws.count, x.size):
        weights = np.ones((rows.stop - rows.start, *x.shape), dtype=np.uint16)
        if draws.systems is not None:
            weights *= draws.systems[rows, :, None]
        if draws.inputs is not None:
            weights *= draws.inputs[rows, None, :]
        values[rows] = form.of(weights.reshape(len(weights), -1))[:, 0]
    return values
