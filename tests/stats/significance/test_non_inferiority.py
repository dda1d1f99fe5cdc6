"""Non-inferiority and equivalence against published cases, likelihood and simulation."""

import math

import numpy as np
import pytest
from scipy import optimize, stats

from sacreval.stats.significance import non_inferiority as ni

GAINS = np.array([0.1, -0.2, 0.3, 0.0, 0.05, 0.12, -0.07, 0.2, 0.01, -0.03])


# Tango (1998), Nam (1997), and the lower end of the 90 % Tango interval, 2026-11-22
@pytest.mark.parametrize(
    ("gains", "losses", "z", "p"),
    [
        (8, 12, 1.281266655422739, 0.10005001037997557),
        (8, 25, -1.266140247899173, 0.89726856234712),
    ],
)
def test_worked_cases_of_the_score_test(gains, losses, z, p):
    """200 records with a margin of .05 give the published z and p."""
    assert ni.score_test(gains, losses, 200, -0.05) == pytest.approx((z, p), abs=1e-9)


@pytest.mark.parametrize("bound", [-0.2, -0.03, 0.0, 0.1])
@pytest.mark.parametrize(("gains", "losses"), [(8, 12), (0, 5), (5, 0), (0, 0)])
def test_the_share_of_losses_is_the_most_likely(gains, losses, bound):
    """z is the score statistic at the maximum of the likelihood under the bound."""
    n = 50

    def surprise(q):
        shares = np.array([q + bound, q, 1 - 2 * q - bound])
        counts = np.array([gains, losses, n - gains - losses])
        return -np.sum(counts[counts > 0] * np.log(np.maximum(shares[counts > 0], 1e-300)))

    low, high = max(0.0, -bound), (1 - bound) / 2
    q = optimize.minimize_scalar(surprise, bounds=(low, high), options={"xatol": 1e-12}).x
    variance = n * (2 * q + bound * (1 - bound))
    found = ni.score_test(gains, losses, n, bound)
    if gains == losses == bound == 0:
        assert found == (0.0, 0.5)
    else:
        expected = (gains - losses - n * bound) / variance**0.5
        assert found.z == pytest.approx(expected, rel=1e-3)


def test_at_no_margin_it_is_mcnemars_chi_square():
    """With a bound of 0, z squared is McNemar's statistic: 3.846 for 18 against 8."""
    assert ni.score_test(18, 8, 100, 0.0).z ** 2 == pytest.approx(3.8461538461538463, abs=1e-9)


def test_t_test_is_scipys():
    """p and both ends are those of scipy's one-sided t tests at the margin."""
    margin = 0.06
    found = stats.ttest_1samp(GAINS, -margin, alternative="greater")
    assert ni.not_worse(GAINS, margin) == pytest.approx(found.pvalue, abs=1e-12)
    ends = stats.ttest_1samp(GAINS, 0).confidence_interval(0.9)
    assert ni.mean_range(GAINS, alpha=0.05) == pytest.approx(tuple(ends), abs=1e-12)


# statsmodels 0.15.0 weightstats.ttost_paired(GAINS, zeros, -.1, .1), 2026-11-22
def test_equivalence_is_statsmodels():
    """Two one-sided tests within .1 have the p-value of statsmodels."""
    assert ni.equivalent(GAINS, 0.1) == pytest.approx(0.13726626599752326, abs=1e-9)
    assert ni.equivalent(-GAINS, 0.1) == pytest.approx(0.13726626599752326, abs=1e-9)


@pytest.mark.parametrize("margin", [0.0, 0.02, 0.0388, 0.05, 0.3])
def test_interval_and_p_agree(margin):
    """The interval is above -margin exactly where p is at most alpha."""
    shown = ni.answer(ni.mean_range(GAINS, alpha=0.05), margin) == "not worse"
    assert shown == (ni.not_worse(GAINS, margin) <= 0.05)


def test_three_answers():
    """An interval above the bound, below it, and across it."""
    assert ni.answer((-0.04, 0.01), 0.05) == "not worse"
    assert ni.answer((-0.2, -0.06), 0.05) == "worse"
    assert ni.answer((-0.2, 0.01), 0.05) == "cannot tell"


def test_without_spread():
    """A constant difference decides for certain, and a single record decides nothing."""
    same = np.full(5, -0.1)
    assert (ni.not_worse(same, 0.2), ni.not_worse(same, 0.1), ni.not_worse(same, 0.05)) == (0, 1, 1)
    one = np.array([0.5])
    assert ni.answer(ni.mean_range(one, alpha=0.05), 0.1) == "cannot tell"
    assert ni.not_worse(one, 0.1) == ni.equivalent(one, 0.1) == 1.0


def test_size_of_right_or_wrong_answers():
    """A system that is worse by exactly the margin passes in 5 of 100 worlds."""
    counts = np.random.default_rng(4).multinomial(200, [0.05, 0.1, 0.85], 4000)
    passed = [ni.score_test(int(g), int(w), 200, -0.05).p <= 0.05 for g, w, _ in counts]
    assert 0.035 < np.mean(passed) < 0.065


def test_size_and_power_of_means():
    """Worse by the margin passes in 5 of 100 worlds, and equal in 80 at the number computed."""
    n = math.ceil(ni.records_to_show(1.0, 0.4, alpha=0.05, power=0.8))
    rng = np.random.default_rng(6)
    for shift, low, high in ((-0.4, 0.04, 0.06), (0.0, 0.77, 0.83)):
        worlds = rng.normal(shift, 1.0, (3000, n))
        assert low < np.mean([ni.not_worse(gains, 0.4) <= 0.05 for gains in worlds]) < high


def test_a_system_that_is_worse_by_the_margin_never_passes():
    """No number of records shows what is not so; a better system needs fewer."""
    assert ni.records_to_show(1.0, 0.1, gain=-0.1, alpha=0.05, power=0.8) == math.inf
    equal, better = (
        ni.records_to_show(1.0, 0.1, gain=gain, alpha=0.05, power=0.8) for gain in (0.0, 0.1)
    )
    assert better == pytest.approx(equal / 4)
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
