"""Checks of what is asked of a plan."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.plan.plan_guesses import check_settings
from sacreval.features.plan.result import PlanSettings


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
