"""Intervals of the mean of independent scores."""

import numpy as np
import pytest
from scipy.stats import ttest_ind

from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.intervals.bounds import Bounds
from sacreval.stats.intervals.independent_means import mean_of_scores, mean_of_shares


def test_welch():
    """Half the difference of two means, one of them negated, has Welch's interval."""
    rng = np.random.default_rng(3)
    x, y = rng.normal(0, 1, 7), rng.normal(2, 5, 12)
    known = ttest_ind(x, y, equal_var=False).confidence_interval(0.9)
    errors = [np.std(one, ddof=1) / len(one) ** 0.5 for one in (x, y)]
    found = mean_of_scores([x.mean(), -y.mean()], Bounds(errors, errors), [6, 11], 0.9)
    assert 2 * np.array(found) == pytest.approx([known.low, known.high])


def test_a_single_share_has_about_the_interval_of_its_records():
    """One share has Wilson's interval, to within what half a record changes."""
    one, known = mean_of_shares([0.9], [2000]), wilson(1800, 2000)
    assert np.array(one) == pytest.approx(np.array(known), abs=1e-4)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_shares_of_one_end(share):
    """Sets without an error have an end below 1, as 200 records without an error have about."""
    low, high = mean_of_shares([share] * 4, [50] * 4)
    known = wilson(200 * share, 200)
    assert (low, high) == pytest.approx(tuple(map(float, known)), abs=1e-3)


@pytest.mark.long
@pytest.mark.parametrize(
    ("chances", "sizes"),
    [([0.98] * 20, [50] * 20), ([0.9, 0.9], [1000, 10]), (np.linspace(0.9, 1, 20), [20] * 20)],
)
def test_coverage_of_shares(chances, sizes):
    """The mean of shares near 1 is covered as stated, where adding variances covers .65 to .93."""
    chances, sizes = np.array(chances), np.array(sizes)
    drawn = np.random.default_rng(1).binomial(sizes, chances, (4000, len(sizes))) / sizes
    found = [mean_of_shares(shares, sizes) for shares in drawn]
    covered = np.mean([low <= chances.mean() <= high for low, high in found])
    assert 0.94 < covered < 0.99
