"""Quantiles of Student's t without SciPy, against SciPy's."""

import sys

import numpy as np
import pytest
from scipy import stats

from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.intervals.clustered_binomial import clustered_wilson
from sacreval.stats.intervals.expanded import expanded_interval
from sacreval.stats.intervals.paired_binary_intervals import tango
from sacreval.stats.intervals.student import central_t


@pytest.mark.parametrize("confidence", [0.001, 0.5, 0.9, 0.95, 0.999])
def test_quantiles_are_scipys(confidence):
    """From 1 to a billion degrees of freedom the quantiles are SciPy's."""
    df = [*range(1, 260), 1000, 12345, 10**9, 0.5, 3.7, 200.5]
    want = stats.t.ppf((1 + confidence) / 2, df)
    np.testing.assert_allclose([central_t(f, confidence) for f in df], want, rtol=1e-9)


def test_known_quantiles():
    """The quantiles of 1 and 2 degrees of freedom have closed forms of their own."""
    assert central_t(1, 0.95) == pytest.approx(np.tan(np.pi * 0.475), rel=1e-12)
    assert central_t(2, 0.95) == pytest.approx(0.95 * np.sqrt(2 / (1 - 0.95**2)), rel=1e-12)


def test_usual_intervals_do_not_load_scipy(monkeypatch):
    """The intervals of a usual run do not need SciPy, which takes longer to load than they take."""
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    ends = [
        wilson(29, 30),
        tango(18, 8, 100),
        expanded_interval(np.arange(1000), 30),
        clustered_wilson([1, 0, 1, 1], [1, 1, 2, 3]),
    ]
    assert all(low < high for low, high in ends)
    with pytest.raises(ImportError):
        central_t(3.5, 0.95)
