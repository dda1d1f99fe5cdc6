"""Numbers of records and smallest differences against published cases and simulation."""

import math

import numpy as np
import pytest
from scipy import stats

from sacreval.stats.power import power as p

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
    found = p.records_needed(millers(samples), 0.03, **USUAL, normal=True)
    assert found == pytest.approx(expected, rel=1e-9)


def test_millers_smallest_difference():
    """198 questions with ten samples each show a difference of .0757, the inverse of the number."""
    found = p.smallest_difference(millers(10), 198, **USUAL, degrees=math.inf)
    assert found == pytest.approx(0.0756696392667773, abs=1e-9)
    assert p.records_needed(millers(10), found, **USUAL, normal=True) == pytest.approx(198)


def test_pairs_of_a_t_test():
    """A fifth of a standard deviation needs 198.15 pairs: statsmodels 0.15.0 TTestPower."""
    found = p.records_needed(1.0, 0.2, **USUAL)
    assert found == pytest.approx(198.150820955562, rel=1e-9)


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
    found = np.array([p.t_power(size, degrees, alpha=0.05) for size in sizes])
    assert np.all(np.diff(found) >= -1e-11)
    assert found[0] == pytest.approx(0.05, abs=0.002)
    assert found[-1] == pytest.approx(1.0)


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
