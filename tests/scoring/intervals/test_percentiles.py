"""Intervals from resamples, by method."""

import numpy as np
import pytest

from sacreval.scoring.intervals.interval_choice import Choice, IntervalOptions
from sacreval.scoring.intervals.percentiles import percentiles
from sacreval.stats.intervals.expanded import expanded_interval, shifted_interval

REPLICATES = np.linspace(0.0, 1.0, 1001)
OPTIONS = IntervalOptions(confidence=0.9)


def test_each_method_has_its_own_ends():
    """Plain percentiles leave 5 % on each side; others are those of their formulas."""
    plain = percentiles(REPLICATES, Choice("percentile", ""), 20, OPTIONS)
    assert (plain.low, plain.high) == pytest.approx((0.05, 0.95), abs=0.002)
    wider = percentiles(REPLICATES, Choice("expanded", ""), 20, OPTIONS)
    assert wider == expanded_interval(REPLICATES, 20, 0.9)
    assert wider.low < plain.low
    moved = percentiles(REPLICATES, Choice("shifted", ""), 20, OPTIONS, value=0.4)
    assert moved == shifted_interval(0.4, REPLICATES, 20, 0.9)
