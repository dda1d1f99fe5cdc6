"""Tests that swap whole systems beside those that compute each hybrid."""

import numpy as np
import pytest

from sacreval.features.correlate.resampling.permutation import permuted_differences, standardised
from sacreval.features.correlate.resampling.permuted_correlations import (
    SystemSums,
    differences_of_system_swaps,
)
from sacreval.stats.association.coefficients import (
    PAIR_ACCURACY,
    PEARSON,
    TAU_B,
    TAU_C,
    SpearmanCoefficient,
)
from sacreval.stats.association.levels import Level
from sacreval.stats.association.row_coefficients import WeightedTau
from sacreval.stats.draws import Swap, all_system_swaps, draw_swaps

COEFFICIENTS = [PEARSON, SpearmanCoefficient(), TAU_B, TAU_C, PAIR_ACCURACY, WeightedTau()]


@pytest.mark.parametrize("coefficient", COEFFICIENTS, ids=range(len(COEFFICIENTS)))
@pytest.mark.parametrize("seed", range(3))
def test_draws_are_those_of_permuted_differences(coefficient, seed):
    """Tied means, missing cells and systems without scores included."""
    rng = np.random.default_rng(seed)
    shape = 7, 10
    z = np.round(rng.normal(size=shape))
    x, y = np.round(z + rng.normal(size=shape)), z + rng.normal(size=shape)
    x[3] = x[2]
    for side in (x, y, z):
        side[0, :4], side[4] = np.nan, np.nan if seed == 1 else side[4]
    swaps = all_system_swaps(*shape) if seed else draw_swaps(Swap.SYSTEMS, *shape, 40, 1)
    theirs = permuted_differences(x, y, z, Level.SYSTEM, coefficient, swaps=swaps).draws
    sums = [SystemSums.of(standardised(side)) for side in (x, y)]
    found = differences_of_system_swaps(*sums, z, coefficient, swaps)
    assert found == pytest.approx(theirs, abs=1e-12, nan_ok=True)
