"""Intervals against published numbers."""

from statistics import NormalDist

import numpy as np
import pytest

from sacreval.features.correlate.intervals.correlation_intervals import (
    bca_interval,
    expanded_interval,
    fisher_interval,
    jackknife_interval,
    jackknife_z_interval,
    percentile_interval,
    rule_of_three,
)
from sacreval.features.correlate.resampling.bootstrap import bootstrap_values
from sacreval.stats import resampling
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import Level, correlation
from sacreval.stats.draws import (
    Units,
    draw_resamples,
    leave_one_out,
)

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


@pytest.mark.long
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


@pytest.mark.parametrize(
    ("n", "t", "tail"), [(10, 2.262157, 0.00855), (30, 2.045230, 0.01875), (100, 1.984217, 0.02306)]
)
def test_expanded_tails_are_normal_tails_at_t(n, t, tail):
    """At 95 % the percentiles are those of a normal at t of n - 1 degrees times sqrt(n / (n - 1)).

    The quantiles of t are those of a printed table.
    """
    assert NormalDist().cdf(-t * (n / (n - 1)) ** 0.5) == pytest.approx(tail, abs=5e-6)
    ordered = np.arange(100_000) / 100_000
    low, high = expanded_interval(ordered, 0.95, n)
    assert low == pytest.approx(tail, abs=2e-5)
    assert high == pytest.approx(1 - tail, abs=3e-5)


def test_expanded_intervals_cover_small_samples():
    """Means of 6 normal numbers are covered in about 95 % of samples, where percentiles are not."""
    rng = np.random.default_rng(0)
    draws = draw_resamples(Units.SYSTEMS, 6, 1, 999, 1).systems / 6
    covered = np.zeros(2)
    for _ in range(400):
        means = draws @ rng.normal(size=6)
        found = percentile_interval(means, 0.95), expanded_interval(means, 0.95, 6)
        covered += [low <= 0 <= high for low, high in found]
    assert 0.75 < covered[0] / 400 < 0.90
    assert 0.91 < covered[1] / 400 < 0.98


@pytest.mark.long
def test_the_jackknife_on_z_covers_pearson_where_the_raw_one_does_not():
    """Of 8 systems at r = .9 the interval on Fisher's z covers in about 95 % of samples."""
    rng, covered = np.random.default_rng(0), np.zeros(2)
    without = leave_one_out(Units.SYSTEMS, 8, 1)
    for _ in range(400):
        z = rng.normal(size=(8, 1))
        x = 0.9 * z + np.sqrt(1 - 0.81) * rng.normal(size=(8, 1))
        value = correlation(x, z, Level.SYSTEM, c.PEARSON).value
        left_out = bootstrap_values(x, z, Level.SYSTEM, c.PEARSON, without)
        found = (
            jackknife_interval(value, [left_out], 0.95),
            jackknife_z_interval(value, [left_out], 0.95),
        )
        assert -1 < found[1].low < value < found[1].high < 1
        covered += [low <= 0.9 <= high for low, high in found]
    assert covered[0] / 400 < 0.92
    assert 0.92 < covered[1] / 400 < 0.985


def test_the_jackknife_on_z_by_hand():
    """It is atanh, the delete-one standard error times t, and tanh; perfect ones stay unscaled."""
    left_out = np.tanh([0.9, 1.0, 1.1])
    reach = 4.302652729749462 * np.sqrt(2 / 3 * 0.02)  # t of 2 degrees of freedom
    found = jackknife_z_interval(np.tanh(1.0), [left_out], 0.95)
    assert found == pytest.approx((np.tanh(1 - reach), np.tanh(1 + reach)))
    perfect = np.array([0.5, 1.0, 0.7])
    assert jackknife_z_interval(0.7, [perfect], 0.95) == jackknife_interval(0.7, [perfect], 0.95)


def test_the_rule_of_three():
    """Of 30 disjoint pairs all right the bound is Clopper and Pearson's; all wrong mirrors it."""
    from scipy.stats import beta

    assert rule_of_three(1, 30, 0.95) == pytest.approx((float(beta.ppf(0.025, 30, 1)), 1))
    assert rule_of_three(1, 4, 0.95).low == pytest.approx(0.3976, abs=5e-5)
    low, high = rule_of_three(0, 4, 0.95)
    assert (low, high) == pytest.approx((0, 1 - 0.3976), abs=5e-5)
    assert np.isnan(rule_of_three(1, 0, 0.95).low)


def test_intervals_without_a_sample():
    """No defined replicate, a constant, or one unit give no interval, and no crash."""
    nothing = np.full(5, np.nan)
    assert np.isnan(percentile_interval(nothing, 0.95).low)
    assert np.isnan(expanded_interval(nothing, 0.95, 5).low)
    assert np.isnan(expanded_interval(np.zeros(5), 0.95, 1).low)
    assert np.isnan(bca_interval(0.5, np.full(9, 0.5), np.full(4, 0.5), 0.95).low)
    assert np.isnan(jackknife_interval(0.5, [np.array([0.4])], 0.95).low)


def test_ties_with_the_observed_value_count_half():
    """Without acceleration, and with as many replicates below as above, BCa is the quantiles."""
    replicates = np.array([0.0, 1.0, 2.0, 3.0, 5.0, 5.0, 5.0, 5.0, 7.0, 8.0, 9.0, 10.0])
    found = bca_interval(5.0, replicates, np.array([4.0, 5.0, 6.0]), 0.8)
    assert found == pytest.approx(tuple(np.quantile(replicates, [0.1, 0.9])))
