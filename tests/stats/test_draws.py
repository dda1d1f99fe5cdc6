"""Draws of resamples, and the jackknife."""

import numpy as np
import pytest

from sacreval.features.correlate.resampling.bootstrap import bootstrap_values
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import Level, correlation
from sacreval.stats.draws import Swap, Units, draw_resamples, draw_swaps, leave_one_out


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
