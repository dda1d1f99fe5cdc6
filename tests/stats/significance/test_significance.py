"""p-values, corrections for several tests, and non-inferiority."""

import math
from itertools import product

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import InputError
from sacreval.stats.significance import multiple_testing
from sacreval.stats.significance import non_inferiority as ni
from sacreval.stats.significance.mid_p import coin_sums, coin_tail
from sacreval.stats.significance.multiple_testing import Correction, adjust, centred_p, expanded_p
from sacreval.stats.significance.paired import largest_share, skew_adjusted_p, squared_skewness

GAPS = np.array([0.1, 0.3, 0.2, -0.1, 0.5, 0.2, 0.4, 0.0, 0.25])


def test_by_hand():
    """Of nine resamples around .2 four are .2 away or more."""
    assert centred_p(GAPS, 0.2) == (4 + 1) / 10


def test_signs_do_not_matter():
    """Exchanging the systems changes no p-value."""
    assert centred_p(-GAPS, -0.2) == centred_p(GAPS, 0.2)


def test_nothing_differs():
    """A system and its copy have p 1, and so has a single record once it is corrected."""
    assert centred_p(np.zeros(99), 0.0) == 1.0
    assert expanded_p(1e-3, 1) == 1.0


@pytest.mark.parametrize("n", [2, 10, 30, 1000])
def test_expansion_inverts_hesterbergs_level(n):
    """At the level at which the expanded interval is cut, the corrected p is .05."""
    level = 2 * stats.norm.cdf(-((n / (n - 1)) ** 0.5) * stats.t.ppf(0.975, n - 1))
    assert expanded_p(level, n) == pytest.approx(0.05, abs=1e-10)


def test_expansion_fades_with_records():
    """The correction is large for five records and less than a hundredth for ten thousand."""
    expanded = [expanded_p(0.05, n) for n in (5, 10, 100, 10_000)]
    assert expanded == sorted(expanded, reverse=True)
    assert expanded[0] > 0.15
    assert expanded[-1] == pytest.approx(0.05, rel=0.01)
    assert expanded_p(1.0, 10) == pytest.approx(1.0)


@pytest.mark.parametrize("n", [10, 30])
def test_size(n):
    """Uncorrected resamples of few records err too often, corrected ones in 5 of 100 worlds."""
    rng = np.random.default_rng(8)
    worlds = rng.normal(size=(1000, n))
    weights = rng.multinomial(n, np.full(n, 1 / n), 999) / n
    raw = [centred_p(weights @ world, float(world.mean())) for world in worlds]
    corrected = [expanded_p(p, n) for p in raw]
    assert np.mean(np.array(raw) <= 0.05) > 0.055
    assert 0.035 < np.mean(np.array(corrected) <= 0.05) < 0.065


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


def test_holm_rejects_what_the_partial_conjunction_rejects(golden):
    """Holm's adjusted p-values reject the tests that SacreROUGE's procedure rejects."""
    p = np.array(golden["holm"]["p"])
    adjusted = adjust(p, Correction.HOLM)
    for alpha, rejected in golden["holm"]["rejected"].items():
        assert set(np.flatnonzero(adjusted <= float(alpha))) == set(rejected)


def test_corrections():
    """Bonferroni multiplies, BH divides by rank, and undefined tests do not count."""
    p = np.array([0.01, np.nan, 0.04, 0.03])
    np.testing.assert_allclose(adjust(p, Correction.BONFERRONI), [0.03, np.nan, 0.12, 0.09])
    np.testing.assert_allclose(adjust(p, Correction.BENJAMINI_HOCHBERG), [0.03, np.nan, 0.04, 0.04])
    np.testing.assert_allclose(adjust(p, Correction.NONE), p)


def test_holm_adjusts_as_by_hand():
    """Holm's steps: times 3, 2, 1, never falling, at most 1, in the given order."""
    assert multiple_testing.holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert multiple_testing.holm([0.6, 0.9]) == [1.0, 1.0]


def test_benjamini_yekutieli():
    """BY is BH times the harmonic sum, as in scipy's false_discovery_control."""
    from scipy.stats import false_discovery_control

    p = np.random.default_rng(3).random(9) ** 2
    adjusted = adjust(p, Correction("by"))
    np.testing.assert_allclose(adjusted, false_discovery_control(p, method="by"), atol=1e-15)


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
    both = [skew_adjusted_p(draw) <= 0.05 and abs(x) > stats.t.isf(0.025, n - 1)
            for draw, x in zip(draws, t, strict=True)]  # fmt: skip
    assert 0.02 < np.mean(both) < 0.065
    assert np.mean(abs(t) > stats.t.isf(0.025, n - 1)) > np.mean(both) + 0.01


def test_the_adjusted_p_of_symmetric_scores_is_that_of_students_t():
    """Without skewness there is nothing to correct; equal or few scores reject nothing."""
    scores = np.array([-3, -1, 0, 1, 3]) + 1.7
    assert skew_adjusted_p(scores) == pytest.approx(stats.ttest_1samp(scores, 0).pvalue)
    assert skew_adjusted_p(np.ones(9)) == skew_adjusted_p([1, 2]) == 1


GAINS = np.array([0.1, -0.2, 0.3, 0.0, 0.05, 0.12, -0.07, 0.2, 0.01, -0.03])


def test_t_test_is_scipys():
    """Both ends are those of scipy's one-sided t tests."""
    ends = stats.ttest_1samp(GAINS, 0).confidence_interval(0.9)
    assert ni.mean_range(GAINS, alpha=0.05) == pytest.approx(tuple(ends), abs=1e-12)


@pytest.mark.parametrize("margin", [0.0, 0.02, 0.0388, 0.05, 0.3])
def test_interval_and_p_agree(margin):
    """The interval is above -margin exactly where p is at most alpha."""
    shown = ni.answer(ni.mean_range(GAINS, alpha=0.05), margin) == "not worse"
    assert shown == (stats.ttest_1samp(GAINS, -margin, alternative="greater").pvalue <= 0.05)


def test_three_answers():
    """An interval above the bound, below it, and across it."""
    assert ni.answer((-0.04, 0.01), 0.05) == "not worse"
    assert ni.answer((-0.2, -0.06), 0.05) == "worse"
    assert ni.answer((-0.2, 0.01), 0.05) == "cannot tell"


def test_without_spread():
    """A constant difference decides for certain, and a single record decides nothing."""
    same = np.full(5, -0.1)
    ends = ni.mean_range(same, alpha=0.05)
    assert [ni.answer(ends, margin) for margin in (0.2, 0.05)] == ["not worse", "worse"]
    single = np.array([0.5])
    assert ni.answer(ni.mean_range(single, alpha=0.05), 0.1) == "cannot tell"


def test_size_and_power_of_means():
    """Worse by the margin passes in 5 of 100 worlds, and equal in 80 at the number computed."""
    n = math.ceil(ni.records_to_show(1.0, 0.4, alpha=0.05, power=0.8))
    rng = np.random.default_rng(6)
    for shift, low, high in ((-0.4, 0.04, 0.06), (0.0, 0.77, 0.83)):
        worlds = rng.normal(shift, 1.0, (3000, n))
        assert low < np.mean([ni.mean_range(x, alpha=0.05).low > -0.4 for x in worlds]) < high


def test_records_to_show():
    """No number of records shows a margin of 0; twice the margin needs a quarter of them."""
    assert ni.records_to_show(1.0, 0.0, alpha=0.05, power=0.8) == math.inf
    near, far = (ni.records_to_show(1.0, x, alpha=0.05, power=0.8) for x in (0.1, 0.2))
    assert far == pytest.approx(near / 4)
    assert ni.records_to_show(0.0, 0.1, alpha=0.05, power=0.8) == 2.0


@pytest.mark.parametrize("n", [1, 20, 1000])
@pytest.mark.parametrize("alpha", [0.05, 0.1])
def test_what_may_change_unseen_is_the_upper_end_of_clopper_and_pearson(n, alpha):
    """With a share so large, none of n records changes with a chance of alpha."""
    most = ni.most_changed(n, alpha=alpha)
    assert most == pytest.approx(stats.beta.ppf(1 - alpha, 1, n))
    assert ni.unchanged_needed(most * 1.0001, alpha=alpha) == n
    assert ni.unchanged_needed(most * 0.9999, alpha=alpha) == n + 1


def test_records_needed_at_the_ends():
    """Less than nothing is never shown, less than all by one record."""
    assert ni.unchanged_needed(0, alpha=0.05) == math.inf
    assert ni.unchanged_needed(1, alpha=0.05) == ni.unchanged_needed(2, alpha=0.05) == 1
