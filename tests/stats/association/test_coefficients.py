"""Coefficients against SciPy, and which cells are correlated at each level."""

import numpy as np
import pytest
from scipy import stats

from sacreval.stats.arrays import round_significant
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.coefficients import PearsonCoefficient, SpearmanCoefficient
from sacreval.stats.association.levels import (
    Average,
    Groups,
    Level,
    Undefined,
    correlate_groups,
    correlation,
    group,
    system_means,
    without_noise,
)
from sacreval.stats.association.pair_counts import _count_small, _count_sorted, average_ranks
from sacreval.stats.association.row_coefficients import WeightedTau

LEVELS = {"system": Level.SYSTEM, "summary": Level.SUMMARY, "global": Level.GLOBAL}

PEERS = {
    "pearson": (c.PearsonCoefficient(), stats.pearsonr),
    "spearman": (c.SpearmanCoefficient(), stats.spearmanr),
    "kendall": (c.TAU_B, stats.kendalltau),
    "tau-c": (c.TAU_C, lambda x, z: stats.kendalltau(x, z, variant="c")),
    "weighted": (WeightedTau(), stats.weightedtau),
}


def matrix(rows):
    """Turn nested lists with None into an array with NaN."""
    return np.array(rows, dtype=np.float64)


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.parametrize("n", [5, 40, 200])
def test_scipy_agrees(name, n):
    """Every coefficient that SciPy has gives SciPy's number, with ties and with missing cells."""
    ours, theirs = PEERS[name]
    rng = np.random.default_rng(n)
    x, z = rng.integers(0, 6, (2, 20, n)).astype(float)
    x[rng.random(x.shape) < 0.1] = np.nan
    got = ours.of(x, z)
    for row in range(20):
        seen = ~np.isnan(x[row])
        expected = theirs(x[row][seen], z[row][seen])[0]
        np.testing.assert_allclose(got[row], expected, atol=1e-12)


def test_both_ways_of_counting_pairs_agree():
    """Pairs written out and pairs counted by sorting are the same counts."""
    rng = np.random.default_rng(1)
    x, z = rng.integers(0, 9, (2, 50, 40)).astype(float)
    x[rng.random(x.shape) < 0.1] = np.nan
    x[3], x[4, 1:] = np.nan, np.nan
    np.testing.assert_array_equal(_count_small(x, z), _count_sorted(x, z))


def test_average_ranks_are_scipys():
    """Ties share the mean of their places."""
    values = np.random.default_rng(2).integers(0, 5, (10, 30)).astype(float)
    np.testing.assert_array_equal(average_ranks(values), stats.rankdata(values, axis=1))


def test_small_matrices_of_the_anchors(golden):
    """Missing cells and constant columns are treated as nlpstats and SacreROUGE treat them."""
    for case in golden["small_matrices"]["cases"]:
        x, z = matrix(case["X"]), matrix(case["Z"])
        got = correlation(x, z, LEVELS[case["level"]], c.PearsonCoefficient()).value
        expected = np.nan if case["expected"] is None else case["expected"]
        np.testing.assert_allclose(got, expected, atol=1e-9, err_msg=case["id"])


def test_docstring_of_nlpstats(golden):
    """The three numbers in nlpstats' documentation come out to twelve digits."""
    state = np.random.RandomState(4)
    x, z = state.random((10, 25)), state.random((10, 25))
    asked = [
        ("system", c.PearsonCoefficient()),
        ("summary", c.SpearmanCoefficient()),
        ("global", c.TAU_B),
    ]
    got = [correlation(x, z, LEVELS[level], coefficient).value for level, coefficient in asked]
    np.testing.assert_allclose(got, golden["nlpstats_docstring"]["expected"], atol=1e-12)


def test_groupings_of_mtme(golden):
    """No grouping, by system and by item are what mt-metrics-eval calls so."""
    z, x = matrix([[1, 2, 3], [4, 5, 6]]), matrix([[2, 1, 4], [3, 3, 7]])
    levels = (Level.GLOBAL, Level.GROUP_BY_SYSTEM, Level.SUMMARY)
    got = [correlation(x, z, level, c.PearsonCoefficient()).value for level in levels]
    np.testing.assert_allclose(got, golden["mtme"]["grouping"], atol=5e-4)


def test_undefined_groups_say_why():
    """A constant metric, constant people, one cell and no cell are told apart."""
    x = matrix([[1, 1, 5, None, 3], [1, 2, None, None, 4]])
    z = matrix([[1, 2, 3, None, 1], [2, 2, 4, None, 2]])
    why = correlation(x, z, Level.SUMMARY, c.TAU_B).why.tolist()
    assert why == [
        Undefined.CONSTANT_METRIC,
        Undefined.CONSTANT_HUMAN,
        Undefined.TOO_FEW,
        Undefined.EMPTY,
        Undefined.DEFINED,
    ]


def test_ties_of_means_do_not_hang_on_the_order_of_columns():
    """Means that are equal as fractions tie, however the columns are ordered."""
    rng = np.random.default_rng(4)
    thirds = rng.integers(3, 16, (6, 100)) / 3
    thirds[1] = rng.permutation(thirds[0])
    counts = set()
    for _ in range(200):
        order = rng.permutation(100)
        means = round_significant(system_means(thirds[:, order]))
        counts.add(len(np.unique(means)))
    assert counts == {5}


def test_means_that_cancel_are_zero():
    """The rounding left of a sum that cancels is no difference between systems."""
    values = np.array([[0.1, 0.2, -0.3], [0.3, -0.2, -0.1], [1.0, 1.0, 1.0]])
    assert system_means(values).tolist() == [0.0, 0.0, 1.0]


def test_rounding_keeps_what_it_must():
    """Twelve digits are kept at every magnitude; NaN, infinity and tiny numbers stay."""
    values = [1 / 3, -123456.7890123456, 0.0, np.inf, 1e-310, 1e300, 5e-324]
    expected = [0.333333333333, -123456.789012, 0.0, np.inf, 1e-310, 1e300, 5e-324]
    np.testing.assert_array_equal(round_significant(values), expected)
    assert np.isnan(round_significant([np.nan]))[0]


NAN = np.nan

X = np.array([[1.0, 2.0, 6.0], [4.0, NAN, 6.0]])

Z = np.array([[1.0, NAN, 3.0], [2.0, 5.0, 4.0]])

PEARSON = PearsonCoefficient()


@pytest.mark.parametrize(
    ("level", "rows"),
    [
        (Level.SUMMARY, [[1, 4], [NAN, NAN], [6, 6]]),
        (Level.GROUP_BY_SYSTEM, [[1, NAN, 6], [4, NAN, 6]]),
        (Level.GLOBAL, [[1, NAN, 6, 4, NAN, 6]]),
        (Level.SYSTEM, [[3.5, 5]]),
    ],
)
def test_groups(level, rows):
    """Summary level has a group an input, system level one of means, global level all cells."""
    np.testing.assert_array_equal(group(X, Z, level, PEARSON).x, rows)


def test_means_of_every_input():
    """With every input, a mean is over all cells of its side."""
    x, z = group(X, Z, Level.SYSTEM, PEARSON, every_input=True)
    np.testing.assert_allclose(x, [[3, 5]])
    np.testing.assert_allclose(z, [[2, 11 / 3]])


def test_means():
    """A system without cells has no mean, and what only rounding leaves of a sum is 0."""
    means = system_means(np.array([[1, NAN, 2], [NAN, NAN, NAN], [0.1 + 0.2, -0.3, 0]]))
    np.testing.assert_array_equal(means, [1.5, NAN, 0])
    assert without_noise(np.array([1e-3]), np.array([[1.0, -1.0]])) == [1e-3]


GROUPS = Groups(
    np.array([[1, 2, NAN, NAN], [1, 2, 3, 4], [1, 2, 3, 4], [1, NAN, NAN, NAN], [NAN] * 4]),
    np.array([[1, 2, NAN, NAN], [4, 3, 2, 1], [5, 5, 5, 5], [1, NAN, NAN, NAN], [NAN] * 4]),
)


@pytest.mark.parametrize(
    ("average", "value"),
    [(Average.MACRO, 0.0), (Average.MICRO, (2 - 4) / 6), (Average.ZERO, 0 / 4)],
)
def test_averages(average, value):
    """Correlations 1 of two cells and -1 of four: mean 0, weighted by cells -1/3."""
    estimate = correlate_groups(GROUPS, PEARSON, average)
    assert estimate.value == pytest.approx(value)
    np.testing.assert_allclose(estimate.each, [1, -1, NAN, NAN, NAN])
    assert list(estimate.why[2:]) == [Undefined.CONSTANT_HUMAN, Undefined.TOO_FEW, Undefined.EMPTY]


def test_undefined_groups_as_zero():
    """A group without a value counts as 0, (1 + 0) / 2; one without cells does not count."""
    some = Groups(GROUPS.x[[0, 2, 4]], GROUPS.z[[0, 2, 4]])
    assert correlate_groups(some, PEARSON, Average.ZERO).value == pytest.approx(0.5)
    assert correlate_groups(some, PEARSON).value == pytest.approx(1.0)


def test_a_constant_metric():
    """The reason says which side is constant, and nothing defined has no value."""
    estimate = correlation(np.ones((3, 1)), np.array([[1.0], [2], [3]]), Level.SUMMARY, PEARSON)
    assert np.isnan(estimate.value)
    assert estimate.why == [Undefined.CONSTANT_METRIC]


def test_ties_of_means_do_not_hang_on_the_order_of_a_sum():
    """Means of the same numbers in another order are tied for a coefficient of order."""
    x = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [1.0, 1.0, 1.0]])
    means = group(x, x, Level.SYSTEM, SpearmanCoefficient()).x[0]
    assert means[0] == means[1] != means[2]
