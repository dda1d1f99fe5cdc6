"""Resampling by matrix products is resampling written out."""

from itertools import product

import numpy as np
import pytest

from sacreval.features.correlate.resampling.bootstrap import bootstrap_values
from sacreval.features.correlate.resampling.permutation import permuted_differences
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import Level, correlation
from sacreval.stats.association.row_coefficients import KendallLike, TiedAccuracy, WeightedTau
from sacreval.stats.draws import Resamples, Swap, Units, draw_resamples, draw_swaps
from support.sizes import few, long

COEFFICIENTS = {
    "pearson": c.PearsonCoefficient(),
    "spearman": c.SpearmanCoefficient(),
    "tau-b": c.TAU_B,
    "tau-10": c.TAU_10,
    "tau-13": c.TAU_13,
    "tau-14": c.TAU_14,
    "darr": KendallLike(0.5),
    "weighted": WeightedTau(),
}
EPSILON = 0.37
OVER_PAIRS = {
    "tau-a": c.TAU_A,
    "tau-c": c.TAU_C,
    "tau-eq": c.TAU_EQ,
    "accuracy": c.PAIR_ACCURACY,
    "acc-eq": TiedAccuracy(EPSILON),
    "darr": KendallLike(0.0),
}
each_number = pytest.mark.parametrize("resamples", [4, long(25)])


@each_number
@few(5, "name", COEFFICIENTS)
@pytest.mark.parametrize("units", Units)
def test_a_bootstrap_is_what_gathering_gives(three, name, units, resamples):
    """At every level each replicate equals the correlation of the rows and columns drawn."""
    x, _, z = three
    coefficient = COEFFICIENTS[name]
    draws = draw_resamples(units, *x.shape, resamples, 1)
    for level in Level:
        got = bootstrap_values(x, z, level, coefficient, draws)
        for r in range(resamples):
            drawn_x, drawn_z = x, z
            if draws.systems is not None:
                rows = np.repeat(np.arange(len(x)), draws.systems[r])
                drawn_x, drawn_z = drawn_x[rows], drawn_z[rows]
            if draws.inputs is not None:
                columns = np.repeat(np.arange(x.shape[1]), draws.inputs[r])
                drawn_x, drawn_z = drawn_x[:, columns], drawn_z[:, columns]
            expected = correlation(drawn_x, drawn_z, level, coefficient).value
            np.testing.assert_allclose(got[r], expected, atol=1e-9, err_msg=str(level))


def weighted_pairs(name, x, z, weights):
    """Write all pairs of different cells out, each with the product of its weights."""
    seen = ~(np.isnan(x) | np.isnan(z)) & (weights > 0)
    x, z, w = x[seen], z[seen], weights[seen].astype(float)
    i, k = np.triu_indices(len(x), 1)
    if len(i) == 0:
        return np.nan
    dx, dz, each = np.round(x[i] - x[k], 10), np.round(z[i] - z[k], 10), w[i] * w[k]
    tau = np.average(np.sign(dx) * np.sign(dz), weights=each)
    if name == "tau-a":
        return tau
    if name == "tau-c":
        distinct = min(len(np.unique(np.round(side, 10))) for side in (x, z))
        n = len(x)
        widened = tau * (n - 1) / n * distinct / (distinct - 1) if distinct > 1 else np.nan
        return np.clip(widened, -1, 1)
    if name == "darr":
        return 2 * np.average(np.sign(dx) * np.sign(dz) > 0, weights=each) - 1
    right = np.sign(dx) == np.sign(dz)
    if name == "acc-eq":
        right = np.where(np.abs(dx) <= EPSILON, dz == 0, right)
    share = np.average(right, weights=each)
    return 2 * share - 1 if name == "tau-eq" else share


def weighted_level(name, x, z, level, weights):
    """Weigh the pairs of a resample at a level, then the groups."""
    systems, inputs = weights
    if level is Level.SYSTEM:
        with np.errstate(invalid="ignore", divide="ignore"):
            means = [(np.nan_to_num(side) @ inputs) / (~np.isnan(side) @ inputs) for side in (x, z)]
        return weighted_pairs(name, *means, systems)
    if level is Level.GLOBAL:
        return weighted_pairs(name, x.ravel(), z.ravel(), np.outer(systems, inputs).ravel())
    if level is Level.GROUP_BY_SYSTEM:
        x, z, systems, inputs = x.T, z.T, inputs, systems
    each = np.array([weighted_pairs(name, a, b, systems) for a, b in zip(x.T, z.T, strict=True)])
    kept = ~np.isnan(each) & (inputs > 0)
    return np.average(each[kept], weights=inputs[kept]) if kept.any() else np.nan


@each_number
@few(4, "name", OVER_PAIRS)
@pytest.mark.parametrize("units", Units)
def test_pairs_of_a_unit_with_its_copy_are_left_out(three, name, units, resamples):
    """A pair weighs the product of how often both were drawn, and no unit is paired with itself."""
    x, _, z = three
    draws = draw_resamples(units, *x.shape, resamples, 1)
    ones = [np.ones((resamples, n), int) for n in x.shape]
    systems = ones[0] if draws.systems is None else draws.systems
    inputs = ones[1] if draws.inputs is None else draws.inputs
    for level in Level:
        got = bootstrap_values(x, z, level, OVER_PAIRS[name], draws)
        for r in range(resamples):
            expected = weighted_level(name, x, z, level, (systems[r].astype(int), inputs[r]))
            np.testing.assert_allclose(got[r], expected, atol=1e-9, err_msg=str(level))


@pytest.mark.parametrize("name", OVER_PAIRS)
def test_replicates_over_pairs_are_unbiased(name):
    """The mean over all resamples of systems is the value of the sample, ties or not."""
    x, z = np.array([3.0, 1.0, 2.0, 5.0])[:, None], np.array([1.0, 2.0, 4.0, 3.0])[:, None]
    drawn = np.array(list(product(range(4), repeat=4)))
    weights = (drawn[:, :, None] == np.arange(4)).sum(axis=1).astype(np.uint16)
    weights = weights[(weights > 0).sum(axis=1) > 1]
    draws = Resamples(weights, None, len(weights))
    value = correlation(x, z, Level.SYSTEM, OVER_PAIRS[name]).value
    replicates = bootstrap_values(x, z, Level.SYSTEM, OVER_PAIRS[name], draws)
    assert replicates.mean() == pytest.approx(value, abs=1e-12)


def test_a_resample_of_one_system_is_undefined():
    """One system drawn again and again has no pair."""
    x = np.array([[1.0, 2.0], [2.0, 4.0]])
    draws = Resamples(np.array([[2, 0], [0, 2], [1, 1]], dtype=np.uint16), None, 3)
    for coefficient in OVER_PAIRS.values():
        for level in (Level.SYSTEM, Level.SUMMARY):
            found = bootstrap_values(x, x, level, coefficient, draws)
            assert np.isnan(found).tolist() == [True, True, False]


def test_near_constant_hybrids_keep_their_digits():
    """Where moments cancel, Pearson is computed again with two passes."""
    x = np.array([[1.0, 1.0], [1.0, 2.0], [1.0 + 1e-7, 3.0]])
    y = np.array([[5.0, 1.0], [6.0, 2.0], [9.0, 4.0]])
    z = np.array([[1.0, 2.0], [2.0, 1.0], [4.0, 4.0]])
    draws = draw_resamples(Units.SYSTEMS, 3, 2, 20, 0)
    got = bootstrap_values(x, z, Level.SUMMARY, c.PearsonCoefficient(), draws)
    for r in range(20):
        rows = np.repeat(np.arange(3), draws.systems[r])
        expected = correlation(x[rows], z[rows], Level.SUMMARY, c.PearsonCoefficient()).value
        np.testing.assert_allclose(got[r], expected, atol=1e-7)
    swaps = draw_swaps(Swap.SYSTEMS, 3, 2, 8, 0)
    assert not np.isnan(
        permuted_differences(x, y, z, Level.SUMMARY, c.PearsonCoefficient(), swaps=swaps).draws
    ).all()
