"""Non-inferiority against scipy and simulation."""

import math

import numpy as np
import pytest
from scipy import stats

from sacreval.stats.significance import non_inferiority as ni

GAINS = np.array([0.1, -0.2, 0.3, 0.0, 0.05, 0.12, -0.07, 0.2, 0.01, -0.03])


def test_t_test_is_scipys():
    """Both ends are those of scipy's one-sided t tests."""
    ends = stats.ttest_1samp(GAINS, 0).confidence_interval(0.9)
    assert ni.mean_range(GAINS, alpha=0.05) == pytest.approx(tuple(ends), abs=1e-12)


@pytest.mark.parametrize("margin", [0.0, 0.02, 0.0388, 0.05, 0.3])
def test_interval_and_p_agree(margin):
    """The interval is above -margin exactly where p is at most alpha."""
    shown = ni.answer(ni.mean_range(GAINS, alpha=0.05), margin) == "not worse"
    assert shown == (stats.ttest_1samp(GAINS, -margin, alternative="greater").pvalue <= 0.05)


def test_three_answers():
    """An interval above the bound, below it, and across it."""
    assert ni.answer((-0.04, 0.01), 0.05) == "not worse"
    assert ni.answer((-0.2, -0.06), 0.05) == "worse"
    assert ni.answer((-0.2, 0.01), 0.05) == "cannot tell"


def test_without_spread():
    """A constant difference decides for certain, and a single record decides nothing."""
    same = np.full(5, -0.1)
    ends = ni.mean_range(same, alpha=0.05)
    assert [ni.answer(ends, margin) for margin in (0.2, 0.05)] == ["not worse", "worse"]
    one = np.array([0.5])
    assert ni.answer(ni.mean_range(one, alpha=0.05), 0.1) == "cannot tell"


def test_size_and_power_of_means():
    """Worse by the margin passes in 5 of 100 worlds, and equal in 80 at the number computed."""
    n = math.ceil(ni.records_to_show(1.0, 0.4, alpha=0.05, power=0.8))
    rng = np.random.default_rng(6)
    for shift, low, high in ((-0.4, 0.04, 0.06), (0.0, 0.77, 0.83)):
        worlds = rng.normal(shift, 1.0, (3000, n))
        assert low < np.mean([ni.mean_range(x, alpha=0.05).low > -0.4 for x in worlds]) < high


def test_records_to_show():
    """No number of records shows a margin of 0; twice the margin needs a quarter of them."""
    assert ni.records_to_show(1.0, 0.0, alpha=0.05, power=0.8) == math.inf
    near, far = (ni.records_to_show(1.0, x, alpha=0.05, power=0.8) for x in (0.1, 0.2))
    assert far == pytest.approx(near / 4)
    assert ni.records_to_show(0.0, 0.1, alpha=0.05, power=0.8) == 2.0


@pytest.mark.parametrize("n", [1, 20, 1000])
@pytest.mark.parametrize("alpha", [0.05, 0.1])
def test_what_may_change_unseen_is_the_upper_end_of_clopper_and_pearson(n, alpha):
    """With a share so large, none of n records changes with a chance of alpha."""
    most = ni.most_changed(n, alpha=alpha)
    assert most == pytest.approx(stats.beta.ppf(1 - alpha, 1, n))
    assert ni.unchanged_needed(most * 1.0001, alpha=alpha) == n
    assert ni.unchanged_needed(most * 0.9999, alpha=alpha) == n + 1


def test_records_needed_at_the_ends():
    """Less than nothing is never shown, less than all by one record."""
    assert ni.unchanged_needed(0, alpha=0.05) == math.inf
    assert ni.unchanged_needed(1, alpha=0.05) == ni.unchanged_needed(2, alpha=0.05) == 1
