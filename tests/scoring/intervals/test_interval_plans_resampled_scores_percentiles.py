"""Intervals from resamples."""

import numpy as np
import pytest

from sacreval.scoring.intervals.interval_plans import percentiles
from sacreval.stats.intervals.percentile_intervals import expanded_interval

REPLICATES = np.linspace(0.0, 1.0, 1001)


def test_ends():
    """Plain percentiles leave 5 % on each side; expanded ones are those of their formula."""
    plain = percentiles(REPLICATES, 0.9)
    assert (plain.low, plain.high) == pytest.approx((0.05, 0.95), abs=0.002)
    wider = percentiles(REPLICATES, 0.9, units=20)
    assert wider == expanded_interval(REPLICATES, 20, 0.9)
    assert wider.low < plain.low
