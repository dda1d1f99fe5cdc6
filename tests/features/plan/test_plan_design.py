"""Designs and guesses: power against simulation, spreads, smallest differences."""

import math

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import UsageError
from sacreval.features.plan.plan_design import (
    Design,
    half_width,
    items_for,
    needed,
    power_at,
    raters_needed,
    samples_needed,
    smallest,
)
from sacreval.features.plan.plan_guesses import (
    Guesses,
    check_guesses,
    check_settings,
    completed,
    spread_of,
)
from sacreval.features.plan.result import PlanSettings, Spread
from sacreval.stats.power.mcnemar_power import mcnemar_power


def design(method="t", samples=1, raters=1, alpha=0.05, **spread):
    """Return a design with a power of .8."""
    return Design(Spread(**spread), alpha, 0.8, method, samples, raters)


def test_variance_of_nested_samples():
    """Samples and raters divide their own variance; groups multiply that of items alone."""
    plan = design(
        samples=4, raters=2, between=1.0, within=2.0, rater=3.0, group_size=5.0, design_effect=1.4
    )
    assert plan.variance == pytest.approx(1.4 + (2.0 + 3.0 / 2) / 4)
    assert plan.degrees(50) == 9


def test_power_of_groups_is_that_of_simulated_groups():
    """The power of grouped items is that of t tests of simulated group means."""
    rng = np.random.default_rng(5)
    groups, size, icc, difference = 15, 6, 0.3, 0.4
    shared = rng.normal(size=(4000, groups, 1)) * math.sqrt(icc)
    scores = shared + rng.normal(size=(4000, groups, size)) * math.sqrt(1 - icc) + difference
    p = stats.ttest_1samp(scores.mean(axis=2), 0, axis=1).pvalue
    plan = design(between=1.0, group_size=size, design_effect=1 + (size - 1) * icc)
    assert power_at(plan, groups * size, difference) == pytest.approx((p < 0.05).mean(), abs=0.03)


@pytest.mark.parametrize("method", ["t", "normal", "mid-p", "mcnemar"])
def test_smallest_difference_is_found_with_the_power(method):
    """The power at the smallest difference is the one that is asked for."""
    plan = design(method, between=0.3, discordant=0.3)
    difference = smallest(plan, 150)
    assert power_at(plan, 150, difference) == pytest.approx(0.8, abs=1e-6)


@pytest.mark.parametrize("method", ["t", "normal", "mid-p", "mcnemar"])
def test_needed_items_reach_the_power(method):
    """The needed items reach the power, and one item less does not."""
    plan = design(method, between=0.3, discordant=0.3)
    items = needed(plan, -0.1).items
    assert power_at(plan, items, -0.1) >= 0.8 - 1e-9
    assert power_at(plan, items - 1, -0.1) < 0.8


def test_needed_groups_are_whole():
    """Items of groups are rounded up to whole groups."""
    need = needed(design(between=1.0, group_size=7.0, design_effect=2.0), 0.2)
    assert need.items % 7 == 0
    assert need.exact <= need.items < need.exact + 7


def test_scores_of_percent():
    """Scores of 0 and 100 are planned as those of 0 and 1."""
    share = design("mid-p", between=0.3, discordant=0.3)
    percent = design("mid-p", between=3000.0, discordant=0.3, highest=100.0)
    assert smallest(percent, 150) == pytest.approx(100 * smallest(share, 150))
    assert power_at(percent, 150, 12.0) == pytest.approx(power_at(share, 150, 0.12))
    assert needed(percent, 12.0).items == needed(share, 0.12).items


def test_differences_above_the_discordant_share():
    """A difference above the share of discordant items makes all of them gains."""
    plan = design("mid-p", between=0.05, discordant=0.05)
    assert power_at(plan, 100, 0.1) == power_at(plan, 100, -0.1)
    assert power_at(plan, 100, 0.1) == pytest.approx(
        mcnemar_power(0.1, 0.0, 100, alpha=0.05, mid=True)
    )
    assert needed(plan, 0.1).items < needed(plan, 0.05).items


def test_too_few_items_reach_no_level():
    """Four exchanges reach no p of .05, whatever the difference; so none is found."""
    plan = design(between=1.0)
    assert power_at(plan, 4, 1000.0) == 0.0
    assert smallest(plan, 4) is None
    assert power_at(plan, 5, 1000.0) == pytest.approx(1.0)
    assert needed(plan, 1000.0).items == 5
    assert power_at(design(between=1.0, alpha=0.05 / 45), 9, 1000.0) == 0.0


def test_nothing_varies():
    """Where nothing varies, nothing is claimed."""
    plan = design(between=0.0)
    assert smallest(plan, 50) is None
    assert needed(plan, 0.1).items is None
    assert needed(design(between=1.0), 0.0).items is None


def test_samples_and_raters_that_are_needed():
    """The number of samples, or raters, is the first that reaches the power; or there is none."""
    for function, noise, field in (
        (samples_needed, "within", "samples"),
        (raters_needed, "rater", "raters"),
    ):
        plan = design(between=0.5, **{noise: 4.0})
        count = function(plan, 100, 0.3)
        assert power_at(plan._replace(**{field: count}), 100, 0.3) >= 0.8
        assert power_at(plan._replace(**{field: count - 1}), 100, 0.3) < 0.8
        assert function(plan, 20, 0.3) is None
        assert function(plan, 5000, 0.3) == 1


def of(method, **spread):
    """Return the design of one system's interval at 95 %."""
    return Design(Spread(**spread), 0.05, 0.8, method)


def test_half_width_of_t():
    """The half-width is Student's t times the standard error, with groups as units."""
    width = half_width(of("t", between=4.0, group_size=5.0, design_effect=1.5), 60)
    assert width == pytest.approx(stats.t.ppf(0.975, 11) * (1.5 * 4 / 60) ** 0.5, rel=1e-9)


@pytest.mark.parametrize("method", ["t", "normal", "wilson"])
@pytest.mark.parametrize("width", [0.3, 0.1, 0.02])
def test_items_are_the_first_that_are_enough(method, width):
    """One item less is too few."""
    plan = of(method, between=0.21, share=0.7)
    items = items_for(plan, width).items
    assert half_width(plan, items) <= width
    assert items == 2 or half_width(plan, items - 1) > width


def test_groups_are_whole():
    """With groups the number of items is that of whole groups, of which one less is too few."""
    plan = of("t", between=1.0, group_size=4.0, design_effect=2.0)
    items = items_for(plan, 0.3).items
    assert items % 4 == 0
    assert half_width(plan, items) <= 0.3 < half_width(plan, items - 4)


def test_no_width():
    """One group has no width, and scores without variance need no number of items."""
    assert half_width(of("t", between=1.0, group_size=10.0), 10) is None
    assert items_for(of("t", between=0.0), 0.1).items is None


DIFFERENCE = PlanSettings(difference=0.1)

INTERVAL = PlanSettings(half_width=0.1)


def test_correlated_scores():
    """Differences of scores with a correlation of .75 vary half as much as independent ones."""
    spread = spread_of(Guesses(sd=2.0, correlation=0.75), DIFFERENCE)
    assert spread.between == pytest.approx(2.0)
    assert spread_of(Guesses(sd=2.0), DIFFERENCE).between == pytest.approx(4.0)


def test_accuracies():
    """The variance of a difference of 0/1 scores is the discordant share less its square."""
    spread = spread_of(Guesses(accuracy=(0.8, 0.9), discordant=0.2), PlanSettings())
    assert spread.between == pytest.approx(0.2 - 0.01)
    assert spread.difference == pytest.approx(0.1)
    independent = spread_of(Guesses(accuracy=(0.8, 0.9)), PlanSettings())
    assert independent.discordant == pytest.approx(0.8 * 0.1 + 0.2 * 0.9)


def test_noise_is_part_of_right_and_wrong():
    """A right or wrong answer holds the noise of its sample; what is left varies over items."""
    spread = spread_of(Guesses(discordant=0.5, within=0.3), DIFFERENCE)
    assert spread.within == pytest.approx(0.18)
    assert spread.between == pytest.approx(0.5 - 0.01 - 0.18)
    guessed = spread_of(Guesses(proportion=0.7, within=0.3), INTERVAL)
    assert (guessed.within, guessed.between) == (pytest.approx(0.09), pytest.approx(0.12))


def test_noise_beside_a_standard_deviation():
    """A standard deviation is that of expected scores, to which samples and raters add."""
    spread = spread_of(Guesses(sd=1.0, within=2.0, rater_sd=3.0), DIFFERENCE)
    assert (spread.between, spread.within, spread.rater) == (1.0, 8.0, 18.0)


def test_groups():
    """The design effect is 1 + (m - 1) ICC."""
    spread = spread_of(Guesses(sd=1.0, icc=0.1, group_size=11), DIFFERENCE)
    assert spread.design_effect == pytest.approx(2.0)


def test_a_file_is_completed():
    """Observed means of samples hold a share of the noise, which a guess takes apart."""
    read = Spread(between=1.0, within=1.0, samples=4, items=50)
    spread = completed(read, Guesses(within=0.5), "difference")
    assert (spread.within, spread.between) == (0.5, pytest.approx(1.25 - 0.125))


@pytest.mark.parametrize(
    ("guesses", "why"),
    [
        (Guesses(discordant=0.0), "above 0"),
        (Guesses(sd=float("inf")), "above 0"),
        (Guesses(correlation=-2.0), "--correlation is -2"),
        (Guesses(accuracy=(0.5, float("nan"))), "--accuracy is nan"),
        (Guesses(group_size=0.5), "of 1 or more"),
        (Guesses(icc=0.5), "belong together"),
    ],
)
def test_impossible_guesses(guesses, why):
    """A guess out of its range is refused, with the range."""
    with pytest.raises(UsageError, match=why):
        check_guesses(guesses)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"difference": float("inf")}, "--difference is inf"),
        ({"half_width": 0.0}, "--half-width is 0"),
        ({"confidence": 0.4}, "from 0.5 to 0.9999"),
        ({"power": 1.0}, "--power is 1"),
        ({"comparisons": (0,)}, "--comparisons is 0"),
        ({"raters": (0,)}, "--raters is 0"),
        ({"trials": 10}, "--trials is 10"),
        ({"simulations": 1}, "--simulations is 1"),
        ({"cost_item": -1.0, "cost_sample": 1.0}, "of 0 or more"),
        ({"cost_item": 1.0, "cost_sample": 0.0}, "--cost-sample is 0"),
        ({"budget": 9.0, "cost_item": 1.0, "cost_sample": 1.0, "items": (5,)}, "drop --items"),
    ],
)
def test_what_cannot_be_asked(asked, why):
    """An option out of its range, or two that exclude each other, are refused."""
    with pytest.raises(UsageError, match=why):
        check_settings(PlanSettings(**asked))


def test_a_usual_question():
    """A negative difference and a power just above the level are allowed."""
    check_settings(PlanSettings(difference=-0.1, power=0.051, items=(2,), samples=(10**9,)))
