"""Soft pairwise accuracy of hybrids of many metrics beside that of each hybrid on its own."""

import numpy as np
import pytest

from sacreval.features.correlate.measures.soft_accuracy import permuted_soft_accuracies
from sacreval.features.correlate.resampling.cell_swaps import (
    FIRST,
    soft_accuracies_of_swaps,
)
from sacreval.features.correlate.resampling.permutation import (
    Difference,
    permutation_p,
    standardised,
)
from sacreval.stats.draws import Swap, draw_swaps

SHAPE, DRAWS = (5, 40), FIRST + 8
PAIRS = np.array(np.triu_indices(4, 1)).T


@pytest.fixture(scope="module")
def world():
    """Return standardised scores of continuous and of rounded metrics, and human scores."""
    rng = np.random.default_rng(0)
    z = np.round(rng.normal(size=SHAPE) + rng.normal(size=(SHAPE[0], 1)))
    x = [z + rng.normal(size=SHAPE), np.round(z + rng.normal(size=SHAPE)), z + 0.0]
    return np.array([standardised(s) for s in [*x, np.round(rng.normal(size=SHAPE))]]), z


SWAPS = draw_swaps(Swap.BOTH_CELLS, *SHAPE, DRAWS, 3)


def cells(part):
    """Return the swapped cells of some draws."""
    return SWAPS.cells(part) == 1


def defined(x, z):
    """Compute the differences of each pair, hybrid by hybrid."""
    draws = [cells(slice(r, r + 1))[0] for r in range(DRAWS)]
    return np.array([permuted_soft_accuracies(x[i], x[k], z, draws) for i, k in PAIRS])


@pytest.mark.parametrize("size", [0.0, 0.01, 0.05, 0.2])
def test_p_values_are_those_of_hybrids_on_their_own(world, size):
    """Every draw is on the same side of the observed difference, ties included."""
    x, z = world
    observed = np.full(len(PAIRS), size)
    found = soft_accuracies_of_swaps(x, z, cells, DRAWS, pairs=PAIRS, observed=observed)
    for ours, theirs in zip(found, defined(x, z), strict=True):
        ps = [permutation_p(Difference(size, draws, exact=False)) for draws in (ours, theirs)]
        assert ps[0] == ps[1]


def test_draws_of_continuous_metrics_are_those_of_hybrids_up_to_rounding(world):
    """Two sums within rounding part a draw by a few comparisons of thousands at most."""
    x, z = world
    found = soft_accuracies_of_swaps(x, z, cells, DRAWS, pairs=PAIRS, observed=np.zeros(len(PAIRS)))
    continuous = (PAIRS == 0).any(axis=1)
    gap = np.abs(found - defined(x, z))[continuous]
    assert gap.max() <= 5 / (1_000 * SHAPE[0] * (SHAPE[0] - 1) / 2)
    assert (gap < 1e-12).mean() > 0.5


def test_draws_do_not_depend_on_threads(world):
    """Two threads give the same draws, and tell of each draw once."""
    x, z = world
    told = []
    found = [
        soft_accuracies_of_swaps(
            x, z, cells, DRAWS, pairs=PAIRS, observed=np.zeros(len(PAIRS)), workers=n,
            advance=told.append,
        )
        for n in (1, 2)
    ]  # fmt: skip
    assert np.array_equal(*found)
    assert sum(told) == 2 * DRAWS
