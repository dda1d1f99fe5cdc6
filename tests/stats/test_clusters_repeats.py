"""Repeats of items: the cases of Miller (2024) and Cochran (1977), brute force and simulation."""

import math

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import InputError, UsageError
from sacreval.stats.clusters import best_repeats, repeats

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


def of_table(table):
    """Take apart a table of items by repeats."""
    x = np.asarray(table, dtype=float)
    n, k = x.shape[:2]
    return repeats(x.reshape(n * k, *x.shape[2:]), np.repeat(np.arange(n), k))


BETWEEN, WITHIN = 0.10267857142857142, 0.15625


def test_other_items_have_the_t_interval_of_item_means():
    """The interval for other items is that of a t-test of the items' means."""
    want = stats.ttest_1samp(SAMPLES.mean(axis=1), 0).confidence_interval(0.9)
    np.testing.assert_allclose(of_table(SAMPLES).other_items.bounds(0.9), want, rtol=1e-9)


def test_fixed_items_have_the_variance_within():
    """For the same items again the error is sqrt(within / (n k)), with n (k - 1) degrees."""
    fixed = of_table(SAMPLES).fixed_items
    assert fixed.error == pytest.approx(math.sqrt(WITHIN / 32), abs=1e-12)
    assert fixed.freedom == 24
    alone = of_table(SAMPLES[:1, :3]).fixed_items.bounds()  # one item: the t-test of its samples
    want = stats.ttest_1samp(SAMPLES[0, :3], 0).confidence_interval(0.95)
    np.testing.assert_allclose(alone, want, rtol=1e-9)


def test_columns_are_independent():
    """Several scores of each sample are computed at once, each as alone."""
    both = of_table(np.stack([SAMPLES, SAMPLES * 10.0], axis=-1))
    np.testing.assert_allclose(both.within, [WITHIN, 100 * WITHIN])
    np.testing.assert_allclose(both.between, [BETWEEN, 100 * BETWEEN])
    assert both.other_items.error[1] == pytest.approx(10 * both.other_items.error[0])


def test_uneven_repeats():
    """Items with different numbers of scores count once each, with the variance each has."""
    parts = [np.array([1.0, 0, 0]), np.array([2.0, 4]), np.array([5.0])]
    names = np.repeat(["b", "c", "a"], [3, 2, 1])
    found = repeats(np.concatenate(parts), names)
    means = [part.mean() for part in parts]
    assert found.mean == pytest.approx(np.mean(means))
    assert found.within == pytest.approx((1 / 3 + 2) / 2)
    noise = [1 / 9, 1.0, (1 / 3 + 2) / 2]  # the single score varies as the others on average
    assert found.between == pytest.approx(np.var(means, ddof=1) - np.mean(noise))
    assert found.fixed_items.error == pytest.approx(np.sqrt(sum(noise)) / 3)
    assert (found.fixed_items.freedom, found.other_items.freedom) == (3, 2)
    with pytest.raises(InputError, match="2 items are given for 3"):
        repeats([1, 2, 3], [1, 2])


def test_uneven_repeats_are_unbiased():
    """Both variances of items with 1 to 5 scores each are on average the true ones."""
    rng = np.random.default_rng(7)
    items = np.repeat(np.arange(50), rng.integers(1, 6, 50))
    x = rng.normal(0, 2, (50, 400))[items] + rng.normal(0, 1, (len(items), 400))
    found = repeats(x, items)
    assert found.between.mean() == pytest.approx(4, rel=0.05)
    assert found.within.mean() == pytest.approx(1, rel=0.05)


def test_undefined_parts():
    """One sample of each item has nothing within, one item nothing between; NaN is refused."""
    single = of_table(SAMPLES[:, :1])
    assert np.isnan([single.within, single.between, single.fixed_items.error]).all()
    assert single.other_items.error > 0
    alone = of_table(SAMPLES[:1])
    assert np.isnan([alone.between, alone.other_items.error]).all()
    assert np.isnan(of_table(SAMPLES[:1]).other_items.bounds()).all()
    agreed = of_table(np.ones((5, 3)))
    assert (agreed.within, agreed.between, agreed.fixed_items.error) == (0, 0, 0)
    with pytest.raises(InputError, match="1 of 2 scores"):
        of_table([[1, np.nan]])
    for empty in (np.empty((0, 4)), np.empty((3, 0))):
        with pytest.raises(InputError, match="there are no scores"):
            of_table(empty)


@pytest.mark.parametrize(
    ("cost", "exact", "whole"), [(10, 3.90094748802747, 4), (1, 1.2335879094879225, 1)]
)
def test_published_best_repeats(cost, exact, whole):
    """The best number of samples for two prices is the published one."""
    found = best_repeats(BETWEEN, WITHIN, cost_item=cost, cost_sample=1)
    assert found.exact == pytest.approx(exact, abs=1e-9)
    assert found.whole == whole


def test_best_repeats_by_search():
    """No other number of samples has a smaller variance for a budget."""
    for between, within, item, sample in np.random.default_rng(0).uniform(0.01, 3, (200, 4)):
        k = np.arange(1, 400)
        price = (between + within / k) * (item + sample * k)
        found = best_repeats(between, within, cost_item=item, cost_sample=sample)
        assert price[found.whole - 1] == pytest.approx(price.min(), rel=1e-12)


def test_ends_of_best_repeats():
    """Without noise, or where items are free, one sample is best; of equal items, none is."""
    assert best_repeats(0.1, 0, cost_item=3, cost_sample=1) == (0, 1)
    assert best_repeats(0.1, 0.2, cost_item=0, cost_sample=1) == (0, 1)
    assert best_repeats(-0.01, 0.2, cost_item=3, cost_sample=1) == (math.inf, None)
    for item, sample in ((1, 0), (-1, 1), (float("nan"), 1)):
        with pytest.raises(UsageError, match="an item costs"):
            best_repeats(0.1, 0.2, cost_item=item, cost_sample=sample)


@pytest.mark.parametrize(("n", "k"), [(30, 4), (30, 16)])
def test_both_intervals_cover_their_own_truth(n, k):
    """Of items that are mostly right or wrong, each interval covers its own truth alone.

    Measured before with Beta(1.05, .45): .94 for other items, .94 to .95 for the same items, which
    the interval for other items covers in over 99 % of worlds.
    """
    rng = np.random.default_rng(2)
    chances = rng.beta(1.05, 0.45, (n, 1500))
    scores = rng.random((n, k, 1500)) < chances[:, None]
    found = of_table(scores)

    def covered(estimate, truth):
        low, high = estimate.bounds()
        return np.mean((low <= truth) & (truth <= high))

    assert 0.925 <= covered(found.other_items, 0.7) <= 0.965
    assert 0.925 <= covered(found.fixed_items, chances.mean(axis=0)) <= 0.965
    assert covered(found.other_items, chances.mean(axis=0)) > 0.99
    assert covered(found.fixed_items, 0.7) < 0.85


def test_published_decomposition():
    """Eight items with four samples each have the published variances and standard errors."""
    found = of_table(SAMPLES)
    assert found.mean == pytest.approx(0.59375, abs=1e-9)
    assert found.within == pytest.approx(0.15625, abs=1e-9)
    assert found.between == pytest.approx(0.10267857142857142, abs=1e-9)
    assert found.other_items.error == pytest.approx(0.1331076028203176, abs=1e-9)
    single, endless = (math.sqrt((found.between + found.within / k) / 8) for k in (1, math.inf))
    assert single == pytest.approx(0.17990572928223109, abs=1e-9)
    assert endless == pytest.approx(0.11329087089687072, abs=1e-9)
