"""The bootstrap of ROUGE-1.5.5."""

import numpy as np
import pytest

from sacreval.metrics.ngrams._rouge155.drand48_bootstrap import averages, resampled_sums


def test_draws():
    """srand48(0) then drand48() gives 0.17082803610628972, 0.7499019804849638, 0.09637165562356742.

    These are glibc's numbers, and Perl's: `perl -e 'srand(0); print rand() for 1..3'`.
    """
    rows = np.eye(1000)
    first = [int(x * 1000) for x in (0.17082803610628972, 0.7499019804849638, 0.09637165562356742)]
    (sums,) = resampled_sums(rows, 1)
    assert sums.sum() == 1000
    assert all(sums[i] >= 1 for i in first)


def test_two_records():
    """Of two records resamples draw as Perl does.

    perl -e 'for $i (0..4) { srand($i); print int(rand(2)), int(rand(2)), " " }' prints
    01 00 10 11 11.
    """
    sums = resampled_sums(np.array([[1.0, 0.0], [0.0, 1.0]]), 5)
    assert sums[:, 1].tolist() == [1, 0, 1, 2, 2]


def test_blocks():
    """A resample does not depend on how many are drawn with it."""
    rows = np.random.default_rng(1).random((7, 2))
    np.testing.assert_array_equal(resampled_sums(rows, 50000)[:20], resampled_sums(rows, 20))


def test_averages():
    """The mean of ten means, and order statistics at 1 and 8 moved by the same fraction.

    With 80 percent the tails have one of ten; U = int(10 - 1 - 1) = 8 and L = 1, fraction 0.
    """
    found = averages(np.arange(10.0)[::-1, None], 80)
    assert (found.average[0], found.low[0], found.high[0]) == (4.5, 1.0, 8.0)
    found = averages(np.arange(10.0)[:, None], 75)  # 1.25 in a tail: U = 7 and L = 1, moved by 0.75
    assert (found.low[0], found.high[0]) == pytest.approx((1.75, 7.75))


def test_past_the_end():
    """Of one resample both bounds are extrapolated towards 0 after it, as the script does."""
    found = averages(np.array([[0.4]]), 95)
    assert found.low == found.high == pytest.approx(0.4 * 1.025)


def test_equal_means_have_no_rounding_error():
    """The average of equal numbers is that number."""
    assert averages(np.full((1000, 1), 0.1), 95).average.tolist() == [0.1]
