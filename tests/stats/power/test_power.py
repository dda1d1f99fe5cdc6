"""Numbers of records and smallest differences against published cases and simulation."""

import math
from math import comb

import numpy as np
import pytest
from scipy import stats

from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.power import power as p
from sacreval.stats.power.mcnemar_power import (
    mcnemar_power,
    mcnemar_records_needed,
    mcnemar_smallest_difference,
    rejected_up_to,
)
from sacreval.stats.power.power import (
    simulated_power,
    smallest_difference,
    wilson_half_width,
    wilson_records,
)
from sacreval.stats.significance.mid_p import mcnemar

USUAL = {"alpha": 0.05, "power": 0.8}


def millers(samples):
    """Return the variance of Miller's example with some samples a record."""
    return 1 / 9 + (1 / 6 + 1 / 6) / samples


# Miller (2024), worked again 2026-11-22; the paper prints 969 without sampling noise.
@pytest.mark.parametrize(
    ("samples", "expected"),
    [(1, 3875.9899922711543), (10, 1259.6967474881253), (1e9, 968.9975009747811)],
)
def test_millers_numbers_of_records(samples, expected):
    """A difference of .03 needs 3,876, 1,260 or 969 questions, by the samples of each."""
    size = p.records_needed(millers(samples), 0.03, **USUAL, normal=True)
    assert size == pytest.approx(expected, rel=1e-9)


def test_millers_smallest_difference():
    """198 questions with ten samples each show a difference of .0757, the inverse of the number."""
    difference = p.smallest_difference(millers(10), 198, **USUAL, degrees=math.inf)
    assert difference == pytest.approx(0.0756696392667773, abs=1e-9)
    assert p.records_needed(millers(10), difference, **USUAL, normal=True) == pytest.approx(198)


def test_pairs_of_a_t_test():
    """A fifth of a standard deviation needs 198.15 pairs: statsmodels 0.15.0 TTestPower."""
    size = p.records_needed(1.0, 0.2, **USUAL)
    assert size == pytest.approx(198.150820955562, rel=1e-9)


# statsmodels 0.15.0, TTestPower().power(1.0, 10, 0.05) and .power(1.5, 8, 0.01), 2026-11-22
@pytest.mark.parametrize(
    ("effect", "n", "alpha", "expected"),
    [(1.0, 10, 0.05, 0.8030968566327218), (1.5, 8, 0.01, 0.7409348755009819)],
)
def test_power_of_few_pairs(effect, n, alpha, expected):
    """The power of a t test of a few records is that of statsmodels."""
    assert p.t_power(effect * n**0.5, n - 1, alpha=alpha) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("n", [2, 3, 10, 100])
def test_number_and_difference_are_inverse(n):
    """The difference that n records show needs n records."""
    smallest = p.smallest_difference(2.5, n, **USUAL)
    assert p.records_needed(2.5, smallest, **USUAL) == pytest.approx(n, rel=1e-9)


def test_power_is_that_of_simulated_t_tests():
    """Ten records find the printed difference in 80 of 100 worlds; the normal's in 70."""
    rng = np.random.default_rng(1)
    for degrees, expected in ((None, 0.8), (math.inf, 0.7)):
        shift = p.smallest_difference(1.0, 10, **USUAL, degrees=degrees)
        worlds = rng.normal(shift, 1.0, (20_000, 10))
        t = worlds.mean(axis=1) / (worlds.std(axis=1, ddof=1) / 10**0.5)
        assert np.mean(abs(t) > 2.2621571628540993) == pytest.approx(expected, abs=0.012)


def test_groups_multiply_and_cost_degrees():
    """Ten groups of five that share .3 of their variance show 1.5 times the difference of 50."""
    grouped = p.smallest_difference(1 + 4 * 0.3, 50, **USUAL, degrees=9)
    expected = p.reach(9, **USUAL) * (2.2 / 50) ** 0.5
    assert grouped == pytest.approx(expected)
    assert 1.5 < grouped / p.smallest_difference(1.0, 50, **USUAL) < 1.65


def test_more_tests_need_more_records():
    """Nine systems share the level, so that each needs a larger difference."""
    nine = p.smallest_difference(1.0, 100, alpha=0.05 / 9, power=0.8)
    assert nine > 1.25 * p.smallest_difference(1.0, 100, **USUAL)


def test_t_power_at_no_difference_is_the_level():
    """Without a difference a test finds one as often as its level says, and signs are alike."""
    assert p.t_power(0.0, 9, alpha=0.05) == 0.05
    assert p.t_power(1e-9, 9, alpha=0.05) == pytest.approx(0.05)
    assert p.t_power(-2.0, 9, alpha=0.05) == p.t_power(2.0, 9, alpha=0.05)


@pytest.mark.parametrize("degrees", [1, 2, 9, 99])
def test_power_rises_with_the_difference(degrees):
    """Power rises from the level to 1, without a jump where the wrong side is left out."""
    sizes = np.concatenate([np.linspace(0.1, 20, 200), [50, 200, 1000]])
    powers = np.array([p.t_power(size, degrees, alpha=0.05) for size in sizes])
    assert np.all(np.diff(powers) >= -1e-11)
    assert powers[0] == pytest.approx(0.05, abs=0.002)
    assert powers[-1] == pytest.approx(1.0)


def test_degenerate_plans():
    """One record shows nothing, no number shows a difference of 0, and no noise needs two."""
    assert p.smallest_difference(1.0, 1, **USUAL) == math.inf
    assert p.records_needed(1.0, 0.0, **USUAL) == math.inf
    assert p.records_needed(0.0, 0.1, **USUAL) == 2.0
    assert p.records_needed(1e-6, 5.0, **USUAL) == 2.0


# Cochran (1977), brute force over 1 to 200 samples, 2026-11-22
@pytest.mark.parametrize("degrees", [5, 9, 30, 1000])
@pytest.mark.parametrize("alpha", [0.05, 0.01, 0.001])
def test_the_quick_reach_is_nearly_exact(degrees, alpha):
    """Without SciPy the number of standard errors is right to 1.5 %, from 5 degrees of freedom."""
    exact = p.reach_of_estimate(degrees, alpha=alpha, power=0.8)
    assert p.quick_reach(degrees, alpha=alpha, power=0.8) == pytest.approx(exact, rel=0.015)


@pytest.mark.parametrize("degrees", [5, 9, 29])
def test_the_reach_of_an_estimate_has_its_power_on_average(degrees):
    """With errors estimated from 4,000 drawn samples, the mean power of the t test is 0.8."""
    ratios = np.sqrt(np.random.default_rng(5).chisquare(degrees, 4000) / degrees)
    size = p.reach_of_estimate(degrees, **USUAL)
    powers = [p.t_power(size * ratio, degrees, alpha=0.05) for ratio in ratios]
    assert np.mean(powers) == pytest.approx(0.8, abs=0.012)


def test_the_reach_of_a_known_error_is_the_limit():
    """With many records the estimate of the error no longer matters."""
    exact = p.reach(10_000, **USUAL)
    assert p.reach_of_estimate(10_000, **USUAL) == pytest.approx(exact, rel=1e-3)
    assert p.quick_reach(10_000, **USUAL) == pytest.approx(exact, rel=1e-3)


@pytest.mark.parametrize("degrees", [1, 4, 50])
def test_huge_differences_are_found(degrees):
    """Far above its edge a difference is always found, to the last digit before that too."""
    edge = stats.t.isf(0.025, degrees)
    just_below = p.t_power(9.99 * (edge + 1), degrees, alpha=0.05)
    assert just_below == pytest.approx(1.0, abs=1e-12)
    assert p.t_power(1e12, degrees, alpha=0.05) == 1.0


def test_half_width():
    """Half of the width is that of Wilson's interval for the same share."""
    low, high = wilson(21, 30, 0.95)
    assert wilson_half_width(0.7, 30, confidence=0.95) == pytest.approx((high - low) / 2, rel=1e-12)


def test_worked_case():
    """.7 within .03 needs 894 records, by a search."""
    assert wilson_records(0.7, 0.03, confidence=0.95) == 894


@pytest.mark.parametrize("share", [0.0, 0.02, 0.5, 1.0])
@pytest.mark.parametrize("half_width", [0.005, 0.1, 0.35])
def test_wilson_is_the_first_that_is_narrow_enough(share, half_width):
    """One record less is too few."""
    n = wilson_records(share, half_width, confidence=0.95)
    assert wilson_half_width(share, n, confidence=0.95) <= half_width
    assert n == 1 or wilson_half_width(share, n - 1, confidence=0.95) > half_width


def test_widths_that_anything_reaches():
    """An interval of the whole range needs one record."""
    assert wilson_records(0.5, 0.5, confidence=0.95) == 1


# Enumeration over the discordant records, and 200,000 simulated tables, 2026-11-22
@pytest.mark.parametrize(("n", "power"), [(200, 0.6176389497148683), (100, 0.31560189681226625)])
def test_worked_cases(n, power):
    """Shares of .12 and .05 are told apart in .618 of sets of 200, and .316 of 100."""
    for shares in ((0.12, 0.05), (0.05, 0.12)):
        assert mcnemar_power(*shares, n, alpha=0.05) == pytest.approx(power, abs=1e-9)


@pytest.mark.parametrize("mid", [False, True])
def test_power_is_the_share_of_all_tables(mid):
    """The power for 12 records is the chance of all tables that the test itself rejects."""
    gain, loss, n = 0.5, 0.1, 12
    expected = sum(
        comb(n, g) * comb(n - g, w) * gain**g * loss**w * (1 - gain - loss) ** (n - g - w)
        for g in range(n + 1)
        for w in range(n + 1 - g)
        if mcnemar(g, w)[mid] <= 0.05
    )
    assert mcnemar_power(gain, loss, n, alpha=0.05, mid=mid) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("mid", [False, True])
@pytest.mark.parametrize("alpha", [0.05, 0.05 / 9, 0.4])
def test_critical_values_are_those_of_the_test(alpha, mid):
    """The number that is too few is the largest that the test itself rejects."""
    discordant = np.arange(60)
    for m, most in zip(discordant, rejected_up_to(discordant, alpha, mid=mid), strict=True):
        rejected = [k for k in range((m + 1) // 2) if mcnemar(k, m - k)[mid] <= alpha]
        assert most == max(rejected, default=-1)


def test_mid_p_finds_more_and_errs_no_more_than_it_says():
    """Mid-p finds more of a real difference, and without one stays near its level."""
    assert mcnemar_power(0.2, 0.1, 100, alpha=0.05, mid=True) > 0.02 + mcnemar_power(
        0.2, 0.1, 100, alpha=0.05
    )
    for n in (30, 100, 300):
        assert mcnemar_power(0.15, 0.15, n, alpha=0.05) <= 0.05
        assert mcnemar_power(0.15, 0.15, n, alpha=0.05, mid=True) <= 0.055


@pytest.mark.parametrize("mid", [False, True])
def test_records_needed_reach_the_power(mid):
    """The number found has the power, and one record less has not."""
    n = mcnemar_records_needed(0.12, 0.05, alpha=0.05, power=0.8, mid=mid)
    assert mcnemar_power(0.12, 0.05, n, alpha=0.05, mid=mid) >= 0.8
    assert mcnemar_power(0.12, 0.05, n - 1, alpha=0.05, mid=mid) < 0.8
    assert 250 < n < 330


def test_systems_that_differ_nowhere_cannot_be_told_apart():
    """Equal shares need no number of records, and no discordant record has no power."""
    assert mcnemar_records_needed(0.1, 0.1, alpha=0.05, power=0.8) is None
    assert mcnemar_power(0.0, 0.0, 50, alpha=0.05) == 0.0
    assert mcnemar_power(1.0, 0.0, 6, alpha=0.05) == pytest.approx(1.0)
    assert mcnemar_power(1.0, 0.0, 5, alpha=0.05) == 0.0


@pytest.mark.parametrize("mid", [False, True])
@pytest.mark.parametrize("n", [30, 200])
def test_smallest_difference_has_the_power(mid, n):
    """Of 30 % discordant records, the difference found has the power, and a smaller one less."""
    difference = mcnemar_smallest_difference(0.3, n, alpha=0.05, power=0.8, mid=mid)
    at, below = (
        mcnemar_power((0.3 + d) / 2, (0.3 - d) / 2, n, alpha=0.05, mid=mid)
        for d in (difference, 0.95 * difference)
    )
    assert at == pytest.approx(0.8, abs=1e-9)
    assert below < at


def test_few_discordant_records_show_no_difference():
    """Twenty records of which one in ten differs cannot show even gains alone."""
    assert mcnemar_smallest_difference(0.1, 20, alpha=0.05, power=0.8) is None


def mean(sums):
    """Reduce rows of a score and a count."""
    return sums[..., 0] / sums[..., 1]


def rows(scores):
    """Put a count beside each score."""
    return np.stack([scores, np.ones(len(scores))], axis=1)


def test_means_have_the_power_of_the_formula():
    """Rows whose difference is the one that 40 records show are told apart in 8 of 10 sets."""
    gaps = np.random.default_rng(0).normal(size=400)
    gaps = (gaps - gaps.mean()) / gaps.std()
    shift = smallest_difference(1.0, 40, alpha=0.05, power=0.8)
    base = np.random.default_rng(1).normal(size=400)
    simulation = simulated_power(
        rows(base), rows(base + gaps + shift), mean, 40, alpha=0.05, trials=400, worlds=300
    )
    assert simulation.power == pytest.approx(0.8, abs=3.5 * simulation.error)
    assert 0.02 < simulation.error < 0.03


def test_right_answers_have_the_power_of_mcnemar():
    """Answers of which .15 are gained and .05 lost have the power of the enumeration."""
    base = np.repeat([1.0, 0.0, 0.5], [5, 15, 80])
    other = np.repeat([0.0, 1.0, 0.5], [5, 15, 80])
    simulation = simulated_power(
        rows(base), rows(other), mean, 80, alpha=0.05, trials=400, worlds=300
    )
    expected = mcnemar_power(0.15, 0.05, 80, alpha=0.05, mid=True)
    assert simulation.power == pytest.approx(expected, abs=4 * simulation.error)


def test_a_score_of_the_corpus_is_reduced_from_sums():
    """A ratio of sums is tested as such; blocks of few test sets give what one block gives."""
    rng = np.random.default_rng(2)
    base = rng.integers(1, 9, (60, 2)).astype(float)
    other = base + rng.integers(0, 3, (60, 2)) * [1, 0]
    once = simulated_power(base, other, mean, 30, alpha=0.05, trials=99, worlds=40)
    assert once.power > 0.9
    assert once == simulated_power(base, other, mean, 30, alpha=0.05, trials=99, worlds=40)


def test_a_system_and_its_copy_have_no_power():
    """Nothing is found between a system and itself."""
    same = rows(np.arange(20.0))
    simulation = simulated_power(same, same, mean, 20, alpha=0.05, trials=99, worlds=30)
    assert simulation == (0.0, 0.0)


def test_a_harder_level_finds_less():
    """A level shared by nine tests finds less than a level of one's own."""
    rng = np.random.default_rng(3)
    base = rng.normal(size=50)
    other = base + rng.normal(0.4, 1.0, 50)
    each = [
        simulated_power(rows(base), rows(other), mean, 50, alpha=alpha, trials=999, worlds=60).power
        for alpha in (0.05, 0.05 / 9)
    ]
    assert each[1] < each[0]
