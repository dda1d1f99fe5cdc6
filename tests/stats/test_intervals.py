"""Intervals against published numbers."""

import numpy as np
import pytest

from sacreval.stats import coefficients as c
from sacreval.stats import resampling
from sacreval.stats.bootstrap import bootstrap_values
from sacreval.stats.draws import (
    Units,
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


def test_ties_with_the_observed_value_count_half():
    """Without acceleration, and with as many replicates below as above, BCa is the quantiles."""
    replicates = np.array([0.0, 1.0, 2.0, 3.0, 5.0, 5.0, 5.0, 5.0, 7.0, 8.0, 9.0, 10.0])
    found = bca_interval(5.0, replicates, np.array([4.0, 5.0, 6.0]), 0.8)
    assert found == pytest.approx(tuple(np.quantile(replicates, [0.1, 0.9])))
