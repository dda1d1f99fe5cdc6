"""Permutations against swapping written out, and published p-values."""

import numpy as np
import pytest

from sacreval.stats import coefficients as c
from sacreval.stats.arrays import jointly_present
from sacreval.stats.draws import (
    Swap,
    Swaps,
    all_system_swaps,
    draw_swaps,
)
from sacreval.stats.levels import Level, correlation
from sacreval.stats.permutation import (
    bootstrap_p,
    permutation_p,
    permuted_differences,
    standardised,
)
from support.sizes import long

COEFFICIENTS = {
    "pearson": c.Pearson(),
    "spearman": c.Spearman(),
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


LEVELS = {"system": Level.SYSTEM, "input": Level.SUMMARY, "global": Level.GLOBAL}
COEFFICIENTS = {"pearson": c.Pearson(), "spearman": c.Spearman(), "kendall": c.TAU_B}


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
    p = permutation_p(permuted_differences(x, y, x, Level.SYSTEM, c.Pearson(), swaps=swaps))
    assert p.greater == 1.0
    assert bootstrap_p(1.0, np.full(99, 1.0)).greater == 0.01


def test_the_paired_bootstrap_is_centred():
    """Replicates around the observed difference are moved to zero before p is counted."""
    replicates = np.random.default_rng(0).normal(0.3, 0.1, 9_999)
    assert bootstrap_p(0.3, replicates).greater < 0.01
