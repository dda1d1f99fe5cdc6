"""Sums of whole numbers that count or not by a fair coin."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from sacreval.stats.significance.sign_sums import coin_sums, coin_tail


@pytest.mark.parametrize("sizes", [[1], [3, 3], [2, 5, 1, 2, 9]], ids=str)
def test_chances_are_those_of_all_choices(sizes):
    """Each sum has the share of the 2^n choices that lead to it, up to the limit."""
    sums = [
        sum(np.array(sizes)[list(map(bool, bits))]) for bits in product((0, 1), repeat=len(sizes))
    ]
    for limit in range(sum(sizes) + 1):
        expected = [sums.count(total) / len(sums) for total in range(limit + 1)]
        assert coin_sums(np.array(sizes), limit).tolist() == expected


def test_small_chances_keep_their_digits():
    """The chance that none of 300 numbers counts is 2^-300."""
    assert coin_sums(np.full(300, 7), 0).tolist() == [2.0**-300]


def test_without_numbers_the_sum_is_0():
    """No number at all leads to the sum 0 for certain."""
    assert coin_sums(np.array([], dtype=np.int64), 2).tolist() == [1.0, 0.0, 0.0]


@pytest.mark.parametrize("coins", [1, 7, 1000, 10**6])
def test_tails_are_binomial(coins):
    """At most so many heads have the chance that scipy's binomial distribution gives, -1 none."""
    heads = np.array([-1, 0, coins // 3, coins // 2, coins - 1])
    expected = stats.binom.cdf(heads, coins, 0.5)
    np.testing.assert_allclose(coin_tail(heads, coins), expected, rtol=1e-12, atol=1e-300)
