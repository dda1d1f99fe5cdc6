"""Intervals by normal and t quantiles."""

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import UsageError
from sacreval.stats.intervals.bounds import Bounds, Estimate, t_quantile, tail, z_quantile


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_quantiles_are_scipys(confidence):
    """Quantiles of Student's t and of the normal are those of scipy.stats."""
    df = np.array([1, 2, 9.5, 1000, np.inf])
    want = stats.t.ppf((1 + confidence) / 2, df)
    np.testing.assert_allclose(t_quantile(df, confidence), want, rtol=1e-9)
    assert z_quantile(confidence) == pytest.approx(want[-1], rel=1e-12)


def test_no_freedom_has_no_interval():
    """Without a degree of freedom there is no interval, beside others that have one."""
    found = Estimate(np.zeros(3), np.ones(3), [0, 5, -1]).bounds()
    assert np.isnan(found.low).tolist() == [True, False, True]
    assert np.isnan(found.high).tolist() == [True, False, True]


def test_an_estimate_reaches_as_scipys_interval():
    """The interval of a mean is that of scipy's t distribution."""
    x = np.array([1.0, 4, 2, 8])
    error = x.std(ddof=1) / 2
    found = Estimate(x.mean(), error, 3).bounds(0.9)
    np.testing.assert_allclose(found, stats.t.interval(0.9, 3, x.mean(), error), rtol=1e-12)


def test_ends_are_cut():
    """Ends outside the possible values are moved to them, and NaN stays."""
    ends = Bounds(np.array([-0.2, np.nan]), np.array([1.3, np.nan])).within(0, 1)
    np.testing.assert_array_equal(ends, [[0, np.nan], [1, np.nan]])


def test_tails():
    """Both tails share what the confidence leaves; a percentage is refused."""
    assert tail(0.95) == pytest.approx(0.025)
    with pytest.raises(UsageError, match="the confidence is 95"):
        tail(95)
