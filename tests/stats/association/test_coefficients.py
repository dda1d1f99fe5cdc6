"""Coefficients against SciPy, and what they do with ties, holes and constants."""

import numpy as np
import pytest
from scipy import stats

from sacreval.stats.arrays import round_significant
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import Level, Undefined, correlation, system_means
from sacreval.stats.association.pairs import _count_small, _count_sorted, average_ranks
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
    found = set()
    for _ in range(200):
        order = rng.permutation(100)
        means = round_significant(system_means(thirds[:, order]))
        found.add(len(np.unique(means)))
    assert found == {5}


def test_means_that_cancel_are_zero():
    """The rounding left of a sum that cancels is no difference between systems."""
    values = np.array([[0.1, 0.2, -0.3], [0.3, -0.2, -0.1], [1.0, 1.0, 1.0]])
    assert system_means(values).tolist() == [0.0, 0.0, 1.0]


def test_rounding_keeps_what_it_must():
    """Twelve digits are kept at every magnitude; NaN, infinity and tiny numbers stay."""
    given = [1 / 3, -123456.7890123456, 0.0, np.inf, 1e-310, 1e300, 5e-324]
    expected = [0.333333333333, -123456.789012, 0.0, np.inf, 1e-310, 1e300, 5e-324]
    np.testing.assert_array_equal(round_significant(given), expected)
    assert np.isnan(round_significant([np.nan]))[0]
