"""Widths of intervals: the items that a width needs are the first that reach it."""

import pytest
from scipy import stats

from sacreval.features.plan.plan_design import Design, half_width, items_for
from sacreval.features.plan.result import Spread


def of(method, **spread):
    """Return the design of one system's interval at 95 %."""
    return Design(Spread(**spread), 0.05, 0.8, method)


def test_half_width_of_t():
    """The half-width is Student's t times the standard error, with groups as units."""
    found = half_width(of("t", between=4.0, group_size=5.0, design_effect=1.5), 60)
    assert found == pytest.approx(stats.t.ppf(0.975, 11) * (1.5 * 4 / 60) ** 0.5, rel=1e-9)


@pytest.mark.parametrize("method", ["t", "normal", "wilson"])
@pytest.mark.parametrize("width", [0.3, 0.1, 0.02])
def test_items_are_the_first_that_are_enough(method, width):
    """One item less is too few."""
    found = of(method, between=0.21, share=0.7)
    items = items_for(found, width).items
    assert half_width(found, items) <= width
    assert items == 2 or half_width(found, items - 1) > width


def test_groups_are_whole():
    """With groups the number of items is that of whole groups, of which one less is too few."""
    found = of("t", between=1.0, group_size=4.0, design_effect=2.0)
    items = items_for(found, 0.3).items
    assert items % 4 == 0
    assert half_width(found, items) <= 0.3 < half_width(found, items - 4)


def test_no_width():
    """One group has no width, and scores without variance need no number of items."""
    assert half_width(of("t", between=1.0, group_size=10.0), 10) is None
    assert items_for(of("t", between=0.0), 0.1).items is None
