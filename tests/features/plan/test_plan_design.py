"""Designs: power against simulation, smallest differences, needed items, samples and raters."""

import math

import numpy as np
import pytest
from scipy import stats

from sacreval.features.plan.plan_design import (
    Design,
    needed,
    power_at,
    raters_needed,
    samples_needed,
    smallest,
)
from sacreval.features.plan.result import Spread
from sacreval.stats.power.mcnemar_power import mcnemar_power


def design(method="t", samples=1, raters=1, alpha=0.05, **spread):
    """Return a design with a power of .8."""
    return Design(Spread(**spread), alpha, 0.8, method, samples, raters)


def test_variance_of_nested_samples():
    """Samples and raters divide their own variance; groups multiply that of items alone."""
    found = design(
        samples=4, raters=2, between=1.0, within=2.0, rater=3.0, group_size=5.0, design_effect=1.4
    )
    assert found.variance == pytest.approx(1.4 + (2.0 + 3.0 / 2) / 4)
    assert found.degrees(50) == 9


def test_power_of_groups_is_that_of_simulated_groups():
    """The power of grouped items is that of t tests of simulated group means."""
    rng = np.random.default_rng(5)
    groups, size, icc, difference = 15, 6, 0.3, 0.4
    shared = rng.normal(size=(4000, groups, 1)) * math.sqrt(icc)
    scores = shared + rng.normal(size=(4000, groups, size)) * math.sqrt(1 - icc) + difference
    p = stats.ttest_1samp(scores.mean(axis=2), 0, axis=1).pvalue
    found = design(between=1.0, group_size=size, design_effect=1 + (size - 1) * icc)
    assert power_at(found, groups * size, difference) == pytest.approx((p < 0.05).mean(), abs=0.03)


@pytest.mark.parametrize("method", ["t", "normal", "mid-p", "mcnemar"])
def test_smallest_difference_is_found_with_the_power(method):
    """The power at the smallest difference is the one that is asked for."""
    found = design(method, between=0.3, discordant=0.3)
    difference = smallest(found, 150)
    assert power_at(found, 150, difference) == pytest.approx(0.8, abs=1e-6)


@pytest.mark.parametrize("method", ["t", "normal", "mid-p", "mcnemar"])
def test_needed_items_reach_the_power(method):
    """The needed items reach the power, and one item less does not."""
    found = design(method, between=0.3, discordant=0.3)
    items = needed(found, -0.1).items
    assert power_at(found, items, -0.1) >= 0.8 - 1e-9
    assert power_at(found, items - 1, -0.1) < 0.8


def test_needed_groups_are_whole():
    """Items of groups are rounded up to whole groups."""
    found = needed(design(between=1.0, group_size=7.0, design_effect=2.0), 0.2)
    assert found.items % 7 == 0
    assert found.exact <= found.items < found.exact + 7


def test_scores_of_percent():
    """Scores of 0 and 100 are planned as those of 0 and 1."""
    share = design("mid-p", between=0.3, discordant=0.3)
    percent = design("mid-p", between=3000.0, discordant=0.3, highest=100.0)
    assert smallest(percent, 150) == pytest.approx(100 * smallest(share, 150))
    assert power_at(percent, 150, 12.0) == pytest.approx(power_at(share, 150, 0.12))
    assert needed(percent, 12.0).items == needed(share, 0.12).items


def test_differences_above_the_discordant_share():
    """A difference above the share of discordant items makes all of them gains."""
    found = design("mid-p", between=0.05, discordant=0.05)
    assert power_at(found, 100, 0.1) == power_at(found, 100, -0.1)
    assert power_at(found, 100, 0.1) == pytest.approx(
        mcnemar_power(0.1, 0.0, 100, alpha=0.05, mid=True)
    )
    assert needed(found, 0.1).items < needed(found, 0.05).items


def test_too_few_items_reach_no_level():
    """Four exchanges reach no p of .05, whatever the difference; so none is found."""
    found = design(between=1.0)
    assert power_at(found, 4, 1000.0) == 0.0
    assert smallest(found, 4) is None
    assert power_at(found, 5, 1000.0) == pytest.approx(1.0)
    assert needed(found, 1000.0).items == 5
    assert power_at(design(between=1.0, alpha=0.05 / 45), 9, 1000.0) == 0.0


def test_nothing_varies():
    """Where nothing varies, nothing is claimed."""
    found = design(between=0.0)
    assert smallest(found, 50) is None
    assert needed(found, 0.1).items is None
    assert needed(design(between=1.0), 0.0).items is None


def test_samples_and_raters_that_are_needed():
    """The number of samples, or raters, is the first that reaches the power; or there is none."""
    for function, noise, field in (
        (samples_needed, "within", "samples"),
        (raters_needed, "rater", "raters"),
    ):
        found = design(between=0.5, **{noise: 4.0})
        count = function(found, 100, 0.3)
        assert power_at(found._replace(**{field: count}), 100, 0.3) >= 0.8
        assert power_at(found._replace(**{field: count - 1}), 100, 0.3) < 0.8
        assert function(found, 20, 0.3) is None
        assert function(found, 5000, 0.3) == 1
