"""Outliers by median absolute deviation."""

import numpy as np

from sacreval.features.correlate.measures.orders import mad_outliers


def test_mad_outliers():
    """The rule of the WMT20 metrics task drops systems beyond 2.5 robust deviations."""
    human = np.array([0.1, 0.12, 0.08, 0.11, 0.09, -1.5, np.nan])
    assert mad_outliers(human).tolist() == [False] * 5 + [True, False]
    assert not mad_outliers(np.ones(5)).any()
    for far, outside in ((3.707, False), (3.708, True)):  # 2.5 times 1.483, of a deviation of 1
        assert mad_outliers(np.array([-1, -1, -1, 0, 1, 1, far])).any() == outside
    assert not mad_outliers(np.full(3, np.nan)).any()
