"""Signs of scores that a few records decide."""

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import InputError
from sacreval.stats.significance.skew import largest_share, skew_adjusted_p, squared_skewness


def test_the_largest_share():
    """One record of 30 among nine of 1 has 30 of 39; signs do not cancel."""
    scores = np.array([1.0] * 9 + [30])
    assert largest_share(scores) == pytest.approx(30 / 39)
    assert largest_share(np.where(scores == 30, -30, 1)) == pytest.approx(30 / 39)
    np.testing.assert_allclose(largest_share(np.ones((20, 2))), [0.05, 0.05])


def test_shares_of_nothing():
    """Scores of 0, and no score, have no largest share; a single score has all."""
    np.testing.assert_array_equal(largest_share(np.zeros((4, 2))), [0, 0])
    assert largest_share([]) == 0
    assert largest_share([0.3]) == 1


def test_skewness_is_scipys():
    """The squared skewness over n is scipy's skewness squared, for each column."""
    x = np.random.default_rng(0).lognormal(size=(25, 3))
    np.testing.assert_allclose(squared_skewness(x), stats.skew(x) ** 2 / 25, rtol=1e-12)


def test_skewness_of_nothing():
    """Equal scores and fewer than three have no skewness; equal thirds of 1 neither."""
    assert squared_skewness([0.1] * 7) == 0
    assert squared_skewness([1, 5]) == 0
    np.testing.assert_array_equal(squared_skewness(np.empty((0, 2))), [0, 0])
    assert squared_skewness([0, 1] * 5) == pytest.approx(0, abs=1e-30)


def test_rare_giants_are_seen():
    """Three giants of a hundred are seen by both signs, a hundred even scores by neither."""
    rng = np.random.default_rng(1)
    even, giants = rng.normal(5, 1, 100), np.append(rng.exponential(1, 97), [30, 28, 35])
    assert squared_skewness(even) < 0.1 < squared_skewness(giants)
    assert largest_share(even) < 0.1 < largest_share(giants)


def test_holes_are_refused():
    """NaN among the scores is refused."""
    for sign in (largest_share, squared_skewness):
        with pytest.raises(InputError):
            sign([1, np.nan, 2])


@pytest.mark.long
@pytest.mark.parametrize("n", [10, 30, 100])
def test_the_adjusted_p_holds_its_level_for_skewed_scores(n):
    """Means of exponential scores that are truly 0 are rejected in 2 to 6.5 of 100 worlds."""
    draws = 1 - np.random.default_rng(7).exponential(size=(1500, n))
    t = draws.mean(axis=1) / draws.std(axis=1, ddof=1) * n**0.5
    both = [skew_adjusted_p(one) <= 0.05 and abs(x) > stats.t.isf(0.025, n - 1)
            for one, x in zip(draws, t, strict=True)]  # fmt: skip
    assert 0.02 < np.mean(both) < 0.065
    assert np.mean(abs(t) > stats.t.isf(0.025, n - 1)) > np.mean(both) + 0.01


def test_the_adjusted_p_of_symmetric_scores_is_that_of_students_t():
    """Without skewness there is nothing to correct; equal or few scores reject nothing."""
    scores = np.array([-3, -1, 0, 1, 3]) + 1.7
    assert skew_adjusted_p(scores) == pytest.approx(stats.ttest_1samp(scores, 0).pvalue)
    assert skew_adjusted_p(np.ones(9)) == skew_adjusted_p([1, 2]) == 1
