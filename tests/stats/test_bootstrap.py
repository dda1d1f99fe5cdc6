"""Resampling by matrix products is resampling written out."""

import numpy as np
import pytest

from sacreval.stats import coefficients as c
from sacreval.stats.bootstrap import bootstrap_values
from sacreval.stats.draws import Swap, Units, draw_resamples, draw_swaps
from sacreval.stats.levels import Level, correlation
from sacreval.stats.permutation import permuted_differences
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
