"""Intervals, tests, corrections, clusters and outliers against published numbers."""

import numpy as np
import pytest

from sacreval.stats import coefficients as c
from sacreval.stats import resampling
from sacreval.stats.bootstrap import bootstrap_values
from sacreval.stats.draws import (
    Swap,
    Swaps,
    Units,
    all_system_swaps,
    draw_resamples,
    leave_one_out,
)
from sacreval.stats.intervals import (
    bca_interval,
    fisher_interval,
    jackknife_interval,
    percentile_interval,
)
from sacreval.stats.levels import Level, correlation
from sacreval.stats.multiple_testing import Correction, adjust
from sacreval.stats.outliers import mad_outliers
from sacreval.stats.permutation import bootstrap_p, permutation_p, permuted_differences
from sacreval.stats.rank_clusters import rank_clusters
from sacreval.stats.williams import williams_test

LEVELS = {"system": Level.SYSTEM, "input": Level.SUMMARY, "global": Level.GLOBAL}
COEFFICIENTS = {
    "pearson": c.PearsonCoefficient(),
    "spearman": c.SpearmanCoefficient(),
    "kendall": c.TAU_B,
}


def test_fisher_intervals_of_the_anchors(golden):
    """Fisher's z gives the ends that nlpstats and SacreROUGE test."""
    state = np.random.RandomState(12)
    x, z = state.rand(5, 7), state.rand(5, 7)
    n = {"system": 5, "input": 5, "global": 35}
    for key, expected in golden["fisher"]["expected"].items():
        level, name = key.split("/")
        coefficient = COEFFICIENTS[name]
        value = correlation(x, z, LEVELS[level], coefficient).value
        got = fisher_interval(value, n[level], coefficient, 0.95)
        np.testing.assert_allclose(got, expected, atol=1e-7, err_msg=key)


def test_fisher_needs_enough_observations():
    """Without degrees of freedom, and for coefficients without a formula, there is no interval."""
    assert np.isnan(fisher_interval(0.5, 3, c.PearsonCoefficient(), 0.95).low)
    assert np.isnan(fisher_interval(0.5, 100, c.PAIR_ACCURACY, 0.95).low)


def test_williams_is_rs(golden):
    """Williams' test gives R's p-values; mt-metrics-eval's too, which keeps signs."""
    for case in golden["williams"]["cases"]:
        r12, r13, r23, n = case["r"]
        got = williams_test(r12, r13, r23, int(n), absolute=True)
        np.testing.assert_allclose(got[1:], [case["greater"], case["two_sided"]], atol=1e-6)
    case = golden["mtme"]["williams"]
    r = [
        float(c.PearsonCoefficient().of(np.array(case[a]), np.array(case[b])))
        for a, b in (("m1", "gold"), ("m2", "gold"), ("m1", "m2"))
    ]
    assert williams_test(*r, 5).greater == pytest.approx(case["expected"][0], abs=5e-4)


def test_williams_undefined():
    """Three observations, or a metric tested against itself, have no p-value."""
    assert np.isnan(williams_test(0.5, 0.4, 0.3, 3).greater)
    assert np.isnan(williams_test(0.5, 0.5, 1.0, 20).greater)


def test_williams_keeps_signs():
    """A strongly negative correlation does not beat a positive one, unless signs are dropped."""
    assert williams_test(-0.997, 0.80, -0.78, 8).greater > 0.99
    assert williams_test(-0.997, 0.80, -0.78, 8, absolute=True).greater < 0.01


def test_holm_rejects_what_the_partial_conjunction_rejects(golden):
    """Holm's adjusted p-values reject the tests that SacreROUGE's procedure rejects."""
    p = np.array(golden["holm"]["p"])
    adjusted = adjust(p, Correction.HOLM)
    for alpha, rejected in golden["holm"]["rejected"].items():
        assert set(np.flatnonzero(adjusted <= float(alpha))) == set(rejected)


def test_corrections():
    """Bonferroni multiplies, BH divides by rank, and undefined tests do not count."""
    p = np.array([0.01, np.nan, 0.04, 0.03])
    np.testing.assert_allclose(adjust(p, Correction.BONFERRONI), [0.03, np.nan, 0.12, 0.09])
    np.testing.assert_allclose(adjust(p, Correction.BENJAMINI_HOCHBERG), [0.03, np.nan, 0.04, 0.04])
    np.testing.assert_allclose(adjust(p, Correction.NONE), p)


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
    assert bootstrap_p(1.0, np.full(99, 1.0)).greater == 0.01


def test_the_paired_bootstrap_is_centred():
    """Replicates around the observed difference are moved to zero before p is counted."""
    replicates = np.random.default_rng(0).normal(0.3, 0.1, 9_999)
    assert bootstrap_p(0.3, replicates).greater < 0.01


def test_clusters_ask_the_current_cluster_only():
    """A metric opens a cluster if a member of the current one beats it; others are not asked."""
    p = np.full((4, 4), np.nan)
    p[0, 1], p[0, 2], p[1, 2], p[0, 3], p[1, 3], p[2, 3] = 0.2, 0.04, 0.3, 0.01, 0.01, 0.06
    assert rank_clusters(p).tolist() == [1, 1, 2, 2]


def test_mad_outliers():
    """The rule of the WMT20 metrics task drops systems beyond 2.5 robust deviations."""
    human = np.array([0.1, 0.12, 0.08, 0.11, 0.09, -1.5, np.nan])
    assert mad_outliers(human).tolist() == [False] * 5 + [True, False]
    assert not mad_outliers(np.ones(5)).any()
    assert not mad_outliers(np.full(3, np.nan)).any()


def test_intervals_cover():
    """Percentile, BCa and jackknife intervals cover a known value about as often as they say."""
    rng = np.random.default_rng(5)
    true, covered = 0.6, np.zeros(3)
    for seed in range(120):
        z = rng.normal(size=(60, 1))
        x = true * z + np.sqrt(1 - true**2) * rng.normal(size=(60, 1))
        value = correlation(x, z, Level.SYSTEM, c.PearsonCoefficient()).value
        draws = draw_resamples(Units.SYSTEMS, 60, 1, 400, seed)
        replicates = bootstrap_values(x, z, Level.SYSTEM, c.PearsonCoefficient(), draws)
        without = leave_one_out(Units.SYSTEMS, 60, 1)
        left_out = bootstrap_values(x, z, Level.SYSTEM, c.PearsonCoefficient(), without)
        for i, found in enumerate(
            (
                percentile_interval(replicates, 0.9),
                bca_interval(value, replicates, left_out, 0.9),
                jackknife_interval(value, [left_out], 0.9),
            )
        ):
            covered[i] += found.low <= true <= found.high
    assert (covered / 120 > 0.82).all()
    assert (covered / 120 < 0.97).all()


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
@pytest.mark.parametrize("n", [1, 7, 1000])
def test_percentile_means_one_thing(confidence, n):
    """`correlate` takes the order statistics of `evaluate --ci`; undefined draws drop out."""
    drawn = np.random.default_rng(3).normal(size=n)
    want = resampling.percentile_interval(drawn, level=confidence)
    assert percentile_interval(drawn, confidence) == want
    holes = np.insert(drawn, [0, n], np.nan)
    assert percentile_interval(holes, confidence) == want
    assert set(want) <= set(drawn)


def test_intervals_without_a_sample():
    """No defined replicate, a constant, or one unit give no interval, and no crash."""
    nothing = np.full(5, np.nan)
    assert np.isnan(percentile_interval(nothing, 0.95).low)
    assert np.isnan(bca_interval(0.5, np.full(9, 0.5), np.full(4, 0.5), 0.95).low)
    assert np.isnan(jackknife_interval(0.5, [np.array([0.4])], 0.95).low)
