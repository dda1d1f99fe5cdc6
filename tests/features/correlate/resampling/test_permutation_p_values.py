"""p-values of permutations and of the paired bootstrap against published numbers."""

import numpy as np

from sacreval.features.correlate.intervals.correlation_intervals import percentile_interval
from sacreval.features.correlate.resampling.permutation import (
    Difference,
    centred_p,
    percentile_p,
    permutation_p,
    permuted_differences,
)
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import (
    Swap,
    Swaps,
    all_system_swaps,
)

LEVELS = {"system": Level.SYSTEM, "input": Level.SUMMARY, "global": Level.GLOBAL}


COEFFICIENTS = {
    "pearson": c.PearsonCoefficient(),
    "spearman": c.SpearmanCoefficient(),
    "kendall": c.TAU_B,
}


def test_exact_permutations(golden):
    """All exchanges listed give the exact p-values."""
    state = np.random.RandomState(1234)
    x, y, z = (state.random_sample((9, 5)) for _ in range(3))
    every_input = ((np.arange(16)[:, None] >> np.arange(5)) & 1).astype(np.uint8)
    inputs = Swaps(Swap.INPUTS, np.zeros((16, 9), np.uint8), every_input, 0, exact=True)
    for key, expected in golden["perm_exact"]["expected"].items():
        level, name, what = key.split("/")
        swaps = all_system_swaps(9, 5) if what == "systems" else inputs
        found = permuted_differences(x, y, z, LEVELS[level], COEFFICIENTS[name], swaps=swaps)
        p = permutation_p(found)
        np.testing.assert_allclose([found.observed, p.two_sided, p.greater], expected, atol=1e-12)


def test_a_monte_carlo_p_is_never_zero():
    """The observed arrangement counts as one of the draws."""
    x = np.arange(50.0).reshape(10, 5)
    y = np.random.default_rng(0).normal(size=(10, 5))
    swaps = Swaps(Swap.SYSTEMS, np.zeros((99, 10), np.uint8), np.zeros((99, 5), np.uint8), 0)
    p = permutation_p(
        permuted_differences(x, y, x, Level.SYSTEM, c.PearsonCoefficient(), swaps=swaps)
    )
    assert p.greater == 1.0
    assert percentile_p(np.full(99, 1.0)) == (0.01, 1.0, 0.02)
    assert centred_p(1.0, np.full(99, 1.0)).greater == 0.01


def test_the_bootstrap_is_centred_on_request():
    """Replicates around the observed difference are moved to zero before p is counted."""
    replicates = np.random.default_rng(0).normal(0.3, 0.1, 9_999)
    assert centred_p(0.3, replicates).greater < 0.01


def test_the_bootstrap_counts_replicates_beyond_zero():
    """P is twice the smaller share of replicates beyond zero; zeros and holes count for both."""
    replicates = np.array([0.2, 0.1, 0.4, -0.1, 0.0, np.nan, 0.3, 0.5, 0.6])
    assert percentile_p(replicates) == (4 / 10, 9 / 10, 8 / 10)
    assert percentile_p(np.zeros(9)) == (1.0, 1.0, 1.0)


def test_the_p_of_the_bootstrap_agrees_with_its_interval():
    """The percentile interval of the difference leaves zero out just where p is small."""
    for shift in np.linspace(-0.4, 0.4, 81):
        replicates = np.random.default_rng(1).normal(shift, 0.1, 1_000)
        low, high = percentile_interval(replicates, 0.95)
        assert (low > 0 or high < 0) == (percentile_p(replicates).two_sided <= 52 / 1_001)


def test_shares_of_draws():
    """P-values are shares of draws, by hand; an exact list stands for its mirror image too."""
    draws = np.array([0.5, 1.0, -0.7, 0.0])
    exact = permutation_p(Difference(0.5, draws, exact=True))
    assert exact == (3 / 8, 6 / 8, 6 / 8)  # of .5 1 -.7 0 -.5 -1 .7 0
    assert permutation_p(Difference(0.5, draws, exact=False)) == (3 / 5, 4 / 5, 4 / 5)
    lost = permutation_p(Difference(0.5, np.append(draws, np.nan), exact=False))
    assert lost == (4 / 6, 5 / 6, 5 / 6)
