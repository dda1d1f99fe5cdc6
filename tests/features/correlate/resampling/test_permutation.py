"""Permutations are swapping written out."""

import numpy as np
import pytest

from sacreval.features.correlate.resampling.permutation import permuted_differences, standardised
from sacreval.stats.arrays import jointly_present
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import Level, correlation
from sacreval.stats.association.row_coefficients import TiedAccuracy, WeightedTau
from sacreval.stats.draws import (
    Swap,
    draw_swaps,
)
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
    "acc-eq": TiedAccuracy(0.37),
    "weighted": WeightedTau(),
}
each_number = pytest.mark.parametrize("resamples", [4, long(25)])


@each_number
@pytest.mark.parametrize("name", [n for n in COEFFICIENTS if n != "acc-eq"])
@pytest.mark.parametrize("how", Swap)
@pytest.mark.long
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
