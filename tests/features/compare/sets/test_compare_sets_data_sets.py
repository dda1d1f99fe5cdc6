"""Several data sets: Demsar's worked example, scipy, and means with sets as units."""

import math

import numpy as np
import pytest
from scipy import stats

from sacreval.features.compare.sets import compare_sets

DEMSAR = np.array([3.143, 2.0, 2.893, 1.964])  # mean ranks of four systems on 14 data sets


def test_demsars_example():
    """Demsar (2006) prints 9.28, 3.69, q 2.569 and CD 1.25; digits of 2026-11-22."""
    test = compare_sets.friedman_of_ranks(DEMSAR, 14)
    assert test.chi_square == pytest.approx(9.283629599999978, abs=1e-9)
    assert test.f == pytest.approx(3.688892848578326, abs=1e-9)
    assert test.degrees == (3, 39)
    assert test.chi_square_p == pytest.approx(stats.chi2.sf(test.chi_square, 3))
    assert test.f_p == pytest.approx(stats.f.sf(test.f, 3, 39))
    assert compare_sets.nemenyi_quantile(4, alpha=0.05) == pytest.approx(
        2.569031772546482, abs=1e-6
    )
    difference = compare_sets.critical_difference(4, 14, alpha=0.05)
    assert difference == pytest.approx(1.2535591471176057, abs=1e-6)


def test_groups_of_systems_that_do_not_differ():
    """Ranks closer than the critical difference share a bar; bars inside others are left out."""
    assert compare_sets.indistinct(DEMSAR, 1.2535591471176057) == [[3, 1, 2, 0]]
    assert compare_sets.indistinct(DEMSAR, 1.16) == [[3, 1, 2], [1, 2, 0]]
    assert compare_sets.indistinct(np.array([1.0, 2.0, 3.0]), 0.5) == []
    assert compare_sets.indistinct(np.array([2.0, 2.0, 1.0]), 0.5) == [[0, 1]]


@pytest.mark.parametrize("step", [0.0, 0.5])
@pytest.mark.parametrize("larger_first", [True, False])
def test_friedman_is_scipys(step, larger_first):
    """The statistic is scipy's, with ties too, and the best system has the smallest mean rank."""
    scores = np.random.default_rng(0).normal(size=(9, 5)) + np.arange(5) * 0.6
    scores = np.round(scores / step) * step if step else scores
    test = compare_sets.friedman(scores, larger_first=larger_first)
    expected = stats.friedmanchisquare(*scores.T)
    assert test.chi_square == pytest.approx(expected.statistic, abs=1e-9)
    assert test.chi_square_p == pytest.approx(expected.pvalue, abs=1e-12)
    assert int(np.argmin(test.mean_ranks)) == (4 if larger_first else 0)
    assert test.mean_ranks.sum() == pytest.approx(15)


def test_all_sets_agree_or_tie():
    """Sets that agree do so by chance in 1 of (orders)^(sets - 1); sets of ties show nothing."""
    agree = compare_sets.friedman(np.tile([0.1, 0.2, 0.3], (6, 1)))
    assert (agree.f, agree.f_p) == (math.inf, pytest.approx(1 / 6**5))
    assert compare_sets.friedman(np.tile([0.1, 0.3, 0.3], (4, 1))).f_p == pytest.approx(1 / 3**3)
    assert agree.chi_square == pytest.approx(12)
    tie = compare_sets.friedman(np.full((6, 3), 0.3))
    assert (tie.chi_square, tie.chi_square_p, tie.f_p) == (0.0, 1.0, 1.0)
    assert tie.mean_ranks.tolist() == [2.0, 2.0, 2.0]


def test_what_only_rounding_keeps_apart_ties():
    """0.1 + 0.2 and 0.3 share a rank."""
    assert compare_sets.friedman(np.array([[0.1 + 0.2, 0.3, 0.1]] * 3)).mean_ranks.tolist() == [
        1.5,
        1.5,
        3,
    ]


def test_size_of_friedmans_tests():
    """Equal systems on 10 sets: Iman and Davenport err in 5 of 100 worlds, chi square in fewer."""
    rng = np.random.default_rng(1)
    tests = [compare_sets.friedman(rng.normal(size=(10, 4))) for _ in range(400)]
    assert 0.02 < np.mean([test.f_p <= 0.05 for test in tests]) < 0.085
    assert 0.01 < np.mean([test.chi_square_p <= 0.05 for test in tests]) < 0.075


def test_mean_of_sets_is_a_paired_t_test():
    """Mean, interval and p are scipy's over sets; Wilcoxon's is beside it from six sets on."""
    differences = np.array([0.1, 0.3, -0.05, 0.2, 0.15, 0.08, 0.01])
    test = compare_sets.mean_of_sets(differences, confidence=0.95)
    expected = stats.ttest_1samp(differences, 0)
    assert test.mean == pytest.approx(differences.mean())
    assert test.t_p == pytest.approx(expected.pvalue, abs=1e-12)
    assert test[1:3] == pytest.approx(tuple(expected.confidence_interval(0.95)), abs=1e-12)
    assert test.signed_rank_p == pytest.approx(stats.wilcoxon(differences).pvalue)
    assert math.isnan(compare_sets.mean_of_sets(differences[:5], confidence=0.95).signed_rank_p)


def test_degenerate_means_of_sets():
    """One set has no interval; sets that agree leave no doubt, or no difference."""
    assert np.isnan(compare_sets.mean_of_sets(np.array([0.3]), confidence=0.95)[1:]).all()
    assert compare_sets.mean_of_sets(np.full(3, 0.5), confidence=0.95)[:4] == (0.5, 0.5, 0.5, 0.0)
    assert compare_sets.mean_of_sets(np.zeros(3), confidence=0.95).t_p == 1.0
