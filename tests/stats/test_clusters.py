"""Groups of records, against scipy, written-out regressions and simulation."""

import math

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import InputError, UsageError
from sacreval.stats.clusters import (
    best_repeats,
    clustered_mean,
    likeness,
    ratio_of_sums,
    sums_by_group,
    variance_within,
)

PASSAGES = np.array(
    [
        [1, 1, 1, 0, 1],
        [0, 0, 1, 0, 0],
        [1, 1, 1, 1, 1],
        [0, 1, 0, 1, 1],
        [0, 0, 0, 0, 1],
        [1, 1, 0, 1, 1],
    ]
)

OF_RECORDS = np.repeat(np.arange(6), 5)


def test_published_likeness():
    """ICC(1, 1) and design effect of six passages, and the ICC that follows from scipy's F."""
    estimate = likeness(PASSAGES.ravel(), OF_RECORDS)
    assert estimate.icc == pytest.approx(0.2912371134020619, abs=1e-9)
    assert estimate.design_effect == pytest.approx(2.1649484536082477, abs=1e-9)
    f = stats.f_oneway(*PASSAGES).statistic
    assert estimate.icc == pytest.approx((f - 1) / (f - 1 + 5), abs=1e-9)
    assert estimate.mean_size == 5


def test_unequal_groups():
    """Groups of unequal sizes have the ICC that follows from scipy's F and their usual size."""
    rng = np.random.default_rng(0)
    sizes = [1, 2, 9, 4, 4]
    parts = [rng.normal(i, 1, size) for i, size in enumerate(sizes)]
    estimate = likeness(np.concatenate(parts), np.repeat(list("edcba"), sizes))
    f = stats.f_oneway(*parts).statistic
    usual = (20 - sum(s * s for s in sizes) / 20) / 4
    assert estimate.icc == pytest.approx((f - 1) / (f - 1 + usual), rel=1e-9)
    size_of_a_records_group = sum(s * s for s in sizes) / 20
    want = 1 + (size_of_a_records_group - 1) * estimate.icc
    assert estimate.design_effect == pytest.approx(want, rel=1e-9)


def test_columns_are_independent():
    """Several scores of each record are computed at once, each as alone."""
    x = np.column_stack([PASSAGES.ravel(), PASSAGES.ravel() * 3 - 1, np.arange(30)])
    estimate = likeness(x, OF_RECORDS)
    for i in range(3):
        alone = likeness(x[:, i], OF_RECORDS)
        np.testing.assert_allclose([column[i] for column in estimate[:2]], alone[:2], rtol=1e-12)
    assert estimate.icc[0] == pytest.approx(estimate.icc[1])


def test_undefined_likeness():
    """One group, groups of one record, no record, and equal scores have no ICC."""
    for scores, groups in (([1, 0, 1], [7, 7, 7]), ([1, 0], [1, 2]), ([1], [1]), ([], [])):
        assert np.isnan(likeness(scores, groups)[:2]).all()
    assert np.isnan(likeness(np.full(30, 0.1), OF_RECORDS)[:2]).all()


def test_ends_of_likeness():
    """Uniform groups have an ICC of 1; records that repel each other count as independent."""
    uniform = likeness(np.repeat([0, 1, 3], 4), np.repeat([0, 1, 2], 4))
    assert (uniform.icc, uniform.design_effect) == (1, 4)
    repelled = likeness([0, 1] * 6, np.repeat([0, 1, 2], 4))
    assert repelled.icc < 0
    assert repelled.design_effect == 1


def test_likeness_is_unbiased():
    """The ICC of simulated groups of unequal sizes is on average the true one, .3."""
    rng = np.random.default_rng(4)
    groups = np.repeat(np.arange(60), rng.integers(1, 12, 60))
    effects = rng.normal(0, 0.3**0.5, (60, 300))
    x = effects[groups] + rng.normal(0, 0.7**0.5, (len(groups), 300))
    assert likeness(x, groups).icc.mean() == pytest.approx(0.3, abs=0.015)


def test_sums_by_group():
    """Rows of a group are summed exactly, whatever the order of records."""
    rows = np.random.default_rng(1).integers(0, 10**9, (40, 3)).astype(float)
    groups = np.arange(40) % 7
    want = [rows[groups == g].sum(axis=0) for g in range(7)]
    np.testing.assert_array_equal(sums_by_group(rows, groups), want)
    mixed = np.random.default_rng(2).permutation(40)
    np.testing.assert_array_equal(sums_by_group(rows[mixed], groups[mixed]), want)
    assert sums_by_group(np.empty((0, 3)), []).shape == (0, 3)
    with pytest.raises(InputError, match="groups are given"):
        sums_by_group(rows, [1, 2])
    with pytest.raises(InputError, match="NaN"):
        sums_by_group([np.nan], [1])


def test_the_regression_on_a_constant():
    """The clustered error is that of a regression on a constant, with the factor G / (G - 1)."""
    rng = np.random.default_rng(5)
    groups = np.repeat(np.arange(8), [1, 2, 3, 4, 5, 6, 7, 8])
    x = rng.normal(size=36) + groups / 4
    mean = clustered_mean(x, groups)
    design = np.ones((36, 1))
    bread = np.linalg.inv(design.T @ design)
    scores = [design[groups == g].T @ (x - x.mean())[groups == g] for g in range(8)]
    meat = sum(np.outer(s, s) for s in scores)
    assert mean.error**2 == pytest.approx(float((8 / 7 * bread @ meat @ bread)[0, 0]), rel=1e-12)
    assert (mean.value, mean.freedom) == (pytest.approx(x.mean()), 7)


def test_records_as_groups_have_the_usual_error():
    """Where every record is a group of its own, the error is sd / sqrt(n).

    The second number is the case `resampled/decomposition`: 32 samples taken as independent.
    """
    x = np.random.default_rng(6).normal(size=(12, 2))
    np.testing.assert_allclose(
        clustered_mean(x, np.arange(12)).error, x.std(axis=0, ddof=1) / np.sqrt(12), rtol=1e-12
    )
    samples = np.repeat([1, 0], [19, 13])
    error = clustered_mean(samples, np.arange(32)).error
    assert error == pytest.approx(0.0882099653319905, abs=1e-9)


def test_equal_groups_have_the_t_interval_of_their_means():
    """Groups of one size have the interval of a t-test of their means."""
    bounds = clustered_mean(PASSAGES.ravel(), OF_RECORDS).bounds()
    means = PASSAGES.mean(axis=1)
    want = stats.ttest_1samp(means, 0).confidence_interval(0.95)
    np.testing.assert_allclose(bounds, want, rtol=1e-9)


def test_undefined_ratios():
    """One group has a value without an error, and no record has no value."""
    ratio = ratio_of_sums([3.0], [4.0])
    assert ratio.value == 0.75
    assert np.isnan([ratio.error, *ratio.bounds()]).all()
    assert np.isnan(ratio_of_sums(np.empty(0), np.empty(0)).value)
    assert np.isnan(ratio_of_sums([0, 0], [0, 0]).value)
    assert clustered_mean([0.5, 0.5, 0.5], [1, 1, 2]).error == 0


@pytest.mark.parametrize(("groups", "icc"), [(10, 0.1), (10, 0.5), (30, 0.3)])
def test_groups_are_covered(groups, icc):
    """The mean of records in few groups is covered in 93 to 97 % of worlds."""
    rng = np.random.default_rng(8)
    of = np.repeat(np.arange(groups), 10)
    worlds = rng.normal(0, icc**0.5, (groups, 2000))[of]
    worlds += rng.normal(0, (1 - icc) ** 0.5, worlds.shape)
    low, high = clustered_mean(worlds, of).bounds()
    assert 0.935 <= np.mean((low <= 0) & (high >= 0)) <= 0.965


SAMPLES = np.array(
    [
        [1, 1, 0, 1],
        [0, 0, 0, 1],
        [1, 1, 1, 1],
        [0, 1, 0, 0],
        [1, 0, 1, 1],
        [0, 0, 0, 0],
        [1, 1, 1, 0],
        [1, 1, 1, 1],
    ]
)


def within_items(table):
    """Compute the variance within the rows of a table."""
    x = np.asarray(table, dtype=float)
    n, k = x.shape[:2]
    return variance_within(x.reshape(n * k, *x.shape[2:]), np.repeat(np.arange(n), k))


BETWEEN, WITHIN = 0.10267857142857142, 0.15625


def test_published_variance_within():
    """Eight items with four samples each have the published variance within items."""
    assert within_items(SAMPLES) == pytest.approx(WITHIN, abs=1e-9)
    both = within_items(np.stack([SAMPLES, SAMPLES * 10.0], axis=-1))
    np.testing.assert_allclose(both, [WITHIN, 100 * WITHIN])


def test_uneven_repeats():
    """Repeated items count once each, however many scores they have; single ones do not."""
    scores, names = [1.0, 0, 0, 2, 4, 5], np.repeat(["b", "c", "a"], [3, 2, 1])
    assert variance_within(scores, names) == pytest.approx((1 / 3 + 2) / 2)
    with pytest.raises(InputError, match="2 items are given for 3"):
        variance_within([1, 2, 3], [1, 2])


def test_uneven_repeats_are_unbiased():
    """The variance within items of 1 to 5 scores each is on average the true one."""
    rng = np.random.default_rng(7)
    items = np.repeat(np.arange(50), rng.integers(1, 6, 50))
    x = rng.normal(0, 2, (50, 400))[items] + rng.normal(0, 1, (len(items), 400))
    assert variance_within(x, items).mean() == pytest.approx(1, rel=0.05)


def test_undefined_variance_within():
    """One sample of each item has nothing within; NaN and no scores are refused."""
    assert np.isnan(within_items(SAMPLES[:, :1]))
    assert within_items(np.ones((5, 3))) == 0
    with pytest.raises(InputError, match="1 of 2 scores"):
        within_items([[1, np.nan]])
    for empty in (np.empty((0, 4)), np.empty((3, 0))):
        with pytest.raises(InputError, match="there are no scores"):
            within_items(empty)


@pytest.mark.parametrize(
    ("cost", "exact", "whole"), [(10, 3.90094748802747, 4), (1, 1.2335879094879225, 1)]
)
def test_published_best_repeats(cost, exact, whole):
    """The best number of samples for two prices is the published one."""
    best = best_repeats(BETWEEN, WITHIN, cost_item=cost, cost_sample=1)
    assert best.exact == pytest.approx(exact, abs=1e-9)
    assert best.whole == whole


def test_best_repeats_by_search():
    """No other number of samples has a smaller variance for a budget."""
    for between, within, item, sample in np.random.default_rng(0).uniform(0.01, 3, (200, 4)):
        k = np.arange(1, 400)
        price = (between + within / k) * (item + sample * k)
        best = best_repeats(between, within, cost_item=item, cost_sample=sample)
        assert price[best.whole - 1] == pytest.approx(price.min(), rel=1e-12)


def test_ends_of_best_repeats():
    """Without noise, or where items are free, one sample is best; of equal items, none is."""
    assert best_repeats(0.1, 0, cost_item=3, cost_sample=1) == (0, 1)
    assert best_repeats(0.1, 0.2, cost_item=0, cost_sample=1) == (0, 1)
    assert best_repeats(-0.01, 0.2, cost_item=3, cost_sample=1) == (math.inf, None)
    for item, sample in ((1, 0), (-1, 1), (float("nan"), 1)):
        with pytest.raises(UsageError, match="an item costs"):
            best_repeats(0.1, 0.2, cost_item=item, cost_sample=sample)
