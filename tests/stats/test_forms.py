"""Resampling by matrix products is resampling written out."""

import numpy as np
import pytest

from sacreval.stats import coefficients as c
from sacreval.stats.arrays import jointly_present
from sacreval.stats.bootstrap import bootstrap_values
from sacreval.stats.draws import Swap, Units, draw_resamples, draw_swaps, leave_one_out
from sacreval.stats.levels import Level, correlation
from sacreval.stats.permutation import permuted_differences, standardised
from support.sizes import long

COEFFICIENTS = {
    "pearson": c.PearsonCoefficient(),
    "spearman": c.SpearmanCoefficient(),
    "tau-a": c.TAU_A,
    "tau-b": c.TAU_B,
    "tau-c": c.TAU_C,
    "tau-10": c.TAU_10,
    "tau-13": c.TAU_13,
    "tau-14": c.TAU_14,
    "accuracy": c.PAIR_ACCURACY,
    "acc-eq": c.TiedAccuracy(0.37),
    "weighted": c.WeightedTau(),
}
each_number = pytest.mark.parametrize("resamples", [4, long(25)])


@each_number
@pytest.mark.parametrize("name", COEFFICIENTS)
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


@each_number
@pytest.mark.parametrize("name", [n for n in COEFFICIENTS if n != "acc-eq"])
@pytest.mark.parametrize("how", Swap)
def test_a_permutation_is_what_swapping_gives(three, name, how, resamples):
    """At every level each null difference equals that of the swapped matrices."""
    x, y, z = jointly_present(*three)
    coefficient = COEFFICIENTS[name]
    swaps = draw_swaps(how, *x.shape, resamples, 1)
    bits = swaps.cells(slice(0, resamples)) == 1
    scaled_x, scaled_y = standardised(x), standardised(y)
    for level in Level:
        got = permuted_differences(x, y, z, level, coefficient, swaps=swaps).draws
        for r in range(resamples):
            left = np.where(bits[r], scaled_y, scaled_x)
            right = np.where(bits[r], scaled_x, scaled_y)
            first = correlation(left, z, level, coefficient).value
            second = correlation(right, z, level, coefficient).value
            np.testing.assert_allclose(got[r], first - second, atol=1e-9, err_msg=str(level))


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("units", [Units.SYSTEMS, Units.INPUTS])
def test_the_jackknife_leaves_one_out(three, level, units):
    """Each value is the correlation without one system or one input."""
    x, _, z = three
    axis = 0 if units is Units.SYSTEMS else 1
    got = bootstrap_values(x, z, level, c.SpearmanCoefficient(), leave_one_out(units, *x.shape))
    for i in range(x.shape[axis]):
        left_x, left_z = np.delete(x, i, axis), np.delete(z, i, axis)
        expected = correlation(left_x, left_z, level, c.SpearmanCoefficient()).value
        np.testing.assert_allclose(got[i], expected, atol=1e-12)


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


def test_draws_of_cells_do_not_depend_on_blocks():
    """Each resample has its own stream."""
    swaps = draw_swaps(Swap.BOTH_CELLS, 4, 5, 6, 7)
    whole = swaps.cells(slice(0, 6))
    np.testing.assert_array_equal(whole[2:4], swaps.cells(slice(2, 4)))
    assert 0.3 < whole.mean() < 0.7


def test_each_bootstrap_draw_has_as_many_units_as_there_are():
    """Weights of a resample add up to the number of systems, and of inputs."""
    draws = draw_resamples(Units.BOTH, 5, 7, 100, 0)
    assert (draws.systems.sum(axis=1) == 5).all()
    assert (draws.inputs.sum(axis=1) == 7).all()
