"""Pearson correlations of hybrids of many metrics beside those of each pair on its own."""

import numpy as np
import pytest

from sacreval.features.correlate.resampling.cell_swaps import pearsons_of_swaps
from sacreval.features.correlate.resampling.permutation import permuted_differences, standardised
from sacreval.stats.association.coefficients import PEARSON
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import Swap, draw_swaps

SHAPE = 5, 12
PAIRS = np.array(np.triu_indices(4, 1)).T
LEVELS = Level.SUMMARY, Level.GROUP_BY_SYSTEM, Level.GLOBAL


def world(seed, *, missing):
    """Draw continuous and rounded metrics, constant groups among them, and missing cells."""
    rng = np.random.default_rng(seed)
    z = np.round(rng.normal(size=SHAPE))
    z[:, 0], z[1] = 1.0, 2.0
    rounded = np.round(z + rng.normal(size=SHAPE))
    rounded[:, 1] = 3.0
    flat = np.round(rng.normal(size=SHAPE) / 3)
    x = np.array([z + rng.normal(size=SHAPE), rounded, 1e6 + rng.normal(size=SHAPE), flat])
    if missing:
        lost = rng.random(SHAPE) < 0.2
        z[lost], x[:, lost] = np.nan, np.nan
    return x, z


def scaled(x):
    """Standardise every metric."""
    return np.array([standardised(side) for side in x])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("missing", [False, True])
def test_draws_are_those_of_each_pair(level, missing):
    """Constant groups and hybrids, and missing cells, included."""
    x, z = world(1, missing=missing)
    swaps = draw_swaps(Swap.BOTH_CELLS, *SHAPE, 30, 3)
    found = pearsons_of_swaps(scaled(x), z, level, swaps, pairs=PAIRS)
    for (i, k), draws in zip(PAIRS, found, strict=True):
        theirs = permuted_differences(x[i], x[k], z, level, PEARSON, swaps=swaps).draws
        assert draws == pytest.approx(theirs, abs=1e-12, nan_ok=True)


def test_draws_do_not_depend_on_threads():
    """Two threads give the same draws, and tell of each draw once."""
    x, z = world(2, missing=True)
    swaps = draw_swaps(Swap.BOTH_CELLS, *SHAPE, 30, 3)
    told = []
    found = [
        pearsons_of_swaps(
            scaled(x), z, Level.SUMMARY, swaps, pairs=PAIRS, workers=n, advance=told.append
        )
        for n in (1, 2)
    ]
    assert np.array_equal(*found)
    assert sum(told) == 60
