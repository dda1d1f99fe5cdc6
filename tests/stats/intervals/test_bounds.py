"""The jackknife with t, against t-tests, the linearised ratio, and leaving out by hand."""

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import InputError
from sacreval.stats.clusters import sums_by_group
from sacreval.stats.intervals.bounds import jackknife_t, left_out_spread


def mean(sums):
    """Divide the first column of sums by the second."""
    return sums[..., 0] / sums[..., 1]


def variance(sums):
    """Compute the variance, divided by n, of sums of x, x squared and 1."""
    return sums[..., 1] / sums[..., 2] - (sums[..., 0] / sums[..., 2]) ** 2


def with_ones(x):
    """Put a column of ones beside scores."""
    return np.column_stack([x, np.ones(len(x))])


@pytest.mark.parametrize("n", [2, 3, 17])
def test_a_mean_has_the_t_interval(n):
    """The jackknife of a mean is the t-test's interval."""
    x = np.random.default_rng(n).normal(size=n)
    want = stats.ttest_1samp(x, 0).confidence_interval(0.9)
    np.testing.assert_allclose(jackknife_t([with_ones(x)], mean).bounds(0.9), want, rtol=1e-9)


def test_a_difference_has_the_paired_t_interval():
    """The jackknife of a difference of means is the paired t-test's; `paired/se` of the cases."""
    a = np.array([1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1.0])
    b = np.array([1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1.0])
    estimate = jackknife_t([with_ones(b), with_ones(a)], lambda b, a: mean(a) - mean(b))
    assert estimate.value == pytest.approx(0.08333333333333333, abs=1e-9)
    assert estimate.error == pytest.approx(0.14864709750264077, abs=1e-9)
    assert 2 * stats.t.sf(estimate.value / estimate.error, estimate.freedom) == pytest.approx(
        0.5862993069206738, abs=1e-9
    )
    want = stats.ttest_rel(a, b).confidence_interval(0.95)
    np.testing.assert_allclose(estimate.bounds(), want, rtol=1e-9)


def test_units_are_left_out_by_hand():
    """For a function that is no mean, leaving out by hand gives the same, for each output."""
    rows = np.random.default_rng(1).integers(1, 9, (9, 3)).astype(float)

    def of(sums):
        return np.stack([sums[..., 0] / sums[..., 1], np.sqrt(sums[..., 2])], axis=-1)

    estimate = jackknife_t([rows], of)
    values = np.array([of(np.delete(rows, i, axis=0).sum(axis=0)) for i in range(9)])
    want = np.sqrt(8 / 9 * ((values - values.mean(axis=0)) ** 2).sum(axis=0))
    np.testing.assert_allclose(estimate.error, want, rtol=1e-12)
    np.testing.assert_allclose(estimate.value, of(rows.sum(axis=0)), rtol=1e-12)
    assert estimate.freedom == 8


def test_groups_are_units():
    """Groups of one size have the interval of a t-test of their means."""
    x, groups = np.random.default_rng(3).normal(size=40), np.repeat(np.arange(8), 5)
    estimate = jackknife_t([sums_by_group(with_ones(x), groups)], mean)
    want = stats.ttest_1samp(x.reshape(8, 5).mean(axis=1), 0).confidence_interval(0.95)
    np.testing.assert_allclose(estimate.bounds(), want, rtol=1e-9)


def test_too_few_units():
    """One unit has a value and no interval; equal units have an error of 0."""
    estimate = jackknife_t([with_ones([0.4])], mean)
    assert estimate.value == 0.4
    assert np.isnan([estimate.error, *estimate.bounds()]).all()
    assert jackknife_t([with_ones([0.5] * 6)], mean).error == 0
    assert np.isnan(left_out_spread([0.5, 0.6], np.empty((0, 2))).error).all()


def test_holes_are_refused():
    """NaN among the rows, or in a function that is undefined without a unit, is refused."""
    with pytest.raises(InputError, match="rows are NaN"):
        jackknife_t([[[np.nan, 1], [1, 1]]], mean)
    with pytest.raises(InputError, match="left-out values are NaN"), np.errstate(invalid="ignore"):
        jackknife_t([np.array([[1.0, 1.0], [0.0, 0.0]])], mean)


@pytest.mark.parametrize("n", [10, 30])
def test_ratios_of_few_records_are_covered(n):
    """A ratio of sums of 10 or 30 records, such as a corpus metric, is covered in most worlds."""
    rng = np.random.default_rng(9)
    lengths = rng.gamma(4, 5, (n, 1500))
    matched = lengths * rng.beta(6, 4, lengths.shape)
    estimate = jackknife_t([np.stack([matched, lengths], axis=-1)], mean)
    low, high = estimate.bounds()
    assert 0.92 <= np.mean((low <= 0.6) & (high >= 0.6)) <= 0.97
