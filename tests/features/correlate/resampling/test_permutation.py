"""Permutations are swapping written out, for two metrics and for many."""

import numpy as np
import pytest

from sacreval.features.correlate.intervals.correlation_intervals import percentile_interval
from sacreval.features.correlate.measures.soft_accuracy import permuted_soft_accuracies
from sacreval.features.correlate.resampling.cell_swaps import (
    FIRST,
    pearsons_of_swaps,
    soft_accuracies_of_swaps,
)
from sacreval.features.correlate.resampling.permutation import (
    Difference,
    centred_p,
    percentile_p,
    permutation_p,
    permuted_differences,
    standardised,
)
from sacreval.features.correlate.resampling.permuted_correlations import (
    ScoreSums,
    differences_of_system_swaps,
    swap_form,
)
from sacreval.stats.arrays import jointly_present
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.coefficients import (
    PAIR_ACCURACY,
    PEARSON,
    TAU_B,
    TAU_C,
    SpearmanCoefficient,
)
from sacreval.stats.association.levels import Level, correlation
from sacreval.stats.association.row_coefficients import TiedAccuracy, WeightedTau
from sacreval.stats.draws import (
    Swap,
    Swaps,
    all_system_swaps,
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


LEVELS = {"system": Level.SYSTEM, "input": Level.SUMMARY, "global": Level.GLOBAL}

P_VALUES_COEFFICIENTS = {
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
        draws = permuted_differences(
            x, y, z, LEVELS[level], P_VALUES_COEFFICIENTS[name], swaps=swaps
        )
        p = permutation_p(draws)
        np.testing.assert_allclose([draws.observed, p.two_sided, p.greater], expected, atol=1e-12)


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


PERMUTED_CORRELATIONS_COEFFICIENTS = [PEARSON, SpearmanCoefficient(), TAU_B, PAIR_ACCURACY]


@pytest.mark.parametrize(
    "coefficient",
    PERMUTED_CORRELATIONS_COEFFICIENTS,
    ids=range(len(PERMUTED_CORRELATIONS_COEFFICIENTS)),
)
def test_hybrids_are_correlated_as_they_are(coefficient):
    """In each group, with ties and missing scores, for the bits and for their complement."""
    rng = np.random.default_rng(2)
    shape = units, groups = 6, 9
    z = np.round(rng.normal(size=shape))
    x, y = np.round(z + rng.normal(size=shape)), z + rng.normal(size=shape)
    for side in (x, y, z):
        side[1, :3] = np.nan
    bits = rng.integers(0, 2, size=(25, units)).astype(np.uint8)
    correlations = swap_form(x, y, z, coefficient).of(bits)
    for hybrids, kept, swapped in ((correlations[0], x, y), (correlations[1], y, x)):
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


SYSTEM_SWAPS_COEFFICIENTS = [
    PEARSON,
    SpearmanCoefficient(),
    TAU_B,
    TAU_C,
    PAIR_ACCURACY,
    WeightedTau(),
]


@pytest.mark.parametrize(
    "coefficient", SYSTEM_SWAPS_COEFFICIENTS, ids=range(len(SYSTEM_SWAPS_COEFFICIENTS))
)
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
    sums = [ScoreSums.of(standardised(side)) for side in (x, y)]
    differences = differences_of_system_swaps(*sums, z, coefficient, swaps)
    assert differences == pytest.approx(theirs, abs=1e-12, nan_ok=True)


SHAPE = 5, 12

PAIRS = np.array(np.triu_indices(4, 1)).T

CELL_SWAPS_LEVELS = Level.SUMMARY, Level.GROUP_BY_SYSTEM, Level.GLOBAL


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


@pytest.mark.parametrize("level", CELL_SWAPS_LEVELS)
@pytest.mark.parametrize("missing", [False, True])
def test_draws_are_those_of_each_pair(level, missing):
    """Constant groups and hybrids, and missing cells, included."""
    x, z = world(1, missing=missing)
    swaps = draw_swaps(Swap.BOTH_CELLS, *SHAPE, 30, 3)
    correlations = pearsons_of_swaps(scaled(x), z, level, swaps, pairs=PAIRS)
    for (i, k), draws in zip(PAIRS, correlations, strict=True):
        theirs = permuted_differences(x[i], x[k], z, level, PEARSON, swaps=swaps).draws
        assert draws == pytest.approx(theirs, abs=1e-12, nan_ok=True)


def test_draws_do_not_depend_on_threads():
    """Two threads give the same draws, and tell of each draw once."""
    x, z = world(2, missing=True)
    swaps = draw_swaps(Swap.BOTH_CELLS, *SHAPE, 30, 3)
    steps = []
    correlations = [
        pearsons_of_swaps(
            scaled(x), z, Level.SUMMARY, swaps, pairs=PAIRS, workers=n, advance=steps.append
        )
        for n in (1, 2)
    ]
    assert np.array_equal(*correlations)
    assert sum(steps) == 60


SOFT_ACCURACY_SHAPE, DRAWS = (5, 40), FIRST + 8


@pytest.fixture(scope="module")
def soft_accuracy_world():
    """Return standardised scores of continuous and of rounded metrics, and human scores."""
    rng = np.random.default_rng(0)
    z = np.round(
        rng.normal(size=SOFT_ACCURACY_SHAPE) + rng.normal(size=(SOFT_ACCURACY_SHAPE[0], 1))
    )
    x = [
        z + rng.normal(size=SOFT_ACCURACY_SHAPE),
        np.round(z + rng.normal(size=SOFT_ACCURACY_SHAPE)),
        z + 0.0,
    ]
    return np.array(
        [standardised(s) for s in [*x, np.round(rng.normal(size=SOFT_ACCURACY_SHAPE))]]
    ), z


SWAPS = draw_swaps(Swap.BOTH_CELLS, *SOFT_ACCURACY_SHAPE, DRAWS, 3)


def cells(part):
    """Return the swapped cells of some draws."""
    return SWAPS.cells(part) == 1


def defined(x, z):
    """Compute the differences of each pair, hybrid by hybrid."""
    draws = [cells(slice(r, r + 1))[0] for r in range(DRAWS)]
    return np.array([permuted_soft_accuracies(x[i], x[k], z, draws) for i, k in PAIRS])


@pytest.mark.parametrize("size", [0.0, 0.01, 0.05, 0.2])
def test_p_values_are_those_of_hybrids_on_their_own(soft_accuracy_world, size):
    """Every draw is on the same side of the observed difference, ties included."""
    x, z = soft_accuracy_world
    observed = np.full(len(PAIRS), size)
    accuracies = soft_accuracies_of_swaps(x, z, cells, DRAWS, pairs=PAIRS, observed=observed)
    for ours, theirs in zip(accuracies, defined(x, z), strict=True):
        ps = [permutation_p(Difference(size, draws, exact=False)) for draws in (ours, theirs)]
        assert ps[0] == ps[1]


def test_draws_of_continuous_metrics_are_those_of_hybrids_up_to_rounding(soft_accuracy_world):
    """Two sums within rounding part a draw by a few comparisons of thousands at most."""
    x, z = soft_accuracy_world
    ours = soft_accuracies_of_swaps(x, z, cells, DRAWS, pairs=PAIRS, observed=np.zeros(len(PAIRS)))
    continuous = (PAIRS == 0).any(axis=1)
    gap = np.abs(ours - defined(x, z))[continuous]
    assert gap.max() <= 5 / (1_000 * SOFT_ACCURACY_SHAPE[0] * (SOFT_ACCURACY_SHAPE[0] - 1) / 2)
    assert (gap < 1e-12).mean() > 0.5


def test_draws_do_not_depend_on_threads_of_soft_accuracy(soft_accuracy_world):
    """Two threads give the same draws, and tell of each draw once."""
    x, z = soft_accuracy_world
    steps = []
    accuracies = [
        soft_accuracies_of_swaps(
            x, z, cells, DRAWS, pairs=PAIRS, observed=np.zeros(len(PAIRS)), workers=n,
            advance=steps.append,
        )
        for n in (1, 2)
    ]  # fmt: skip
    assert np.array_equal(*accuracies)
    assert sum(steps) == 2 * DRAWS
