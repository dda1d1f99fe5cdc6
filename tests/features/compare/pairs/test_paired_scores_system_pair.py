"""Two systems by one output: errors, and what their scores are like."""

import numpy as np
import pytest

from support.pairs import pair_of, right


def test_the_error_of_a_mean_is_that_of_its_records():
    """The jackknife's error of a mean difference is its standard deviation over sqrt(n)."""
    rng = np.random.default_rng(3)
    base, other = rng.normal(size=(2, 12))
    pair, _ = pair_of(base, other)
    assert pair.error == pytest.approx((other - base).std(ddof=1) / 12**0.5)
    assert np.isnan(pair_of(base[:1], other[:1])[0].error)


def test_binary_scores():
    """Scores are binary where both systems have 0 or the highest on all records."""
    assert pair_of(*right(2, 1, 5))[0].binary
    assert pair_of(*right(2, 1, 5))[0].discordant == (2, 1)
    assert not pair_of([0, 1, 0.5], [0, 1, 1])[0].binary


def test_differences_are_summed_over_groups():
    """Three passages have three differences, each the sum of its records'."""
    pair, _ = pair_of(np.zeros(5), [1.0, 2, -2, 0.5, 1], groups=list("aabbc"))
    assert pair.unit_differences == pytest.approx([3, -1.5, 1])
    assert pair.n_units == 3


def test_skewness():
    """One large difference among nine small ones decides the mean; equal systems have none."""
    assert pair_of(np.zeros(10), np.r_[np.ones(9), 30])[0].skewness > 0.1
    assert pair_of(np.zeros(10), np.arange(10.0))[0].skewness == pytest.approx(0, abs=1e-12)
    assert pair_of(np.zeros(10), np.zeros(10))[0].skewness is None
