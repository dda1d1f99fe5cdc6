"""Kernels of hybrids of two metrics: what each coefficient gives on the hybrids themselves."""

import numpy as np
import pytest

from sacreval.features.correlate.resampling.permuted_correlations import swap_form
from sacreval.stats.association.coefficients import (
    PAIR_ACCURACY,
    PEARSON,
    TAU_B,
    SpearmanCoefficient,
)

COEFFICIENTS = [PEARSON, SpearmanCoefficient(), TAU_B, PAIR_ACCURACY]


@pytest.mark.parametrize("coefficient", COEFFICIENTS, ids=range(len(COEFFICIENTS)))
def test_hybrids_are_correlated_as_they_are(coefficient):
    """In each group, with ties and missing scores, for the bits and for their complement."""
    rng = np.random.default_rng(2)
    shape = units, groups = 6, 9
    z = np.round(rng.normal(size=shape))
    x, y = np.round(z + rng.normal(size=shape)), z + rng.normal(size=shape)
    for side in (x, y, z):
        side[1, :3] = np.nan
    bits = rng.integers(0, 2, size=(25, units)).astype(np.uint8)
    found = swap_form(x, y, z, coefficient).of(bits)
    for hybrids, kept, swapped in ((found[0], x, y), (found[1], y, x)):
        want = [
            [
                float(
                    coefficient.of(
                        np.where(draw == 1, swapped[:, g], kept[:, g])[None], z[None, :, g]
                    )[0]
                )
                for g in range(groups)
            ]
            for draw in bits
        ]
        np.testing.assert_allclose(hybrids, want, atol=1e-6)
