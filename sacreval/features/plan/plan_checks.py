"""Checks of what is asked of a plan; each error is one sentence."""

from __future__ import annotations

import math

from sacreval.errors import UsageError
from sacreval.features.plan.plan_design import MOST_NOISE
from sacreval.features.plan.result import PlanSettings
from sacreval.stats import MOST_DRAWS

LEAST_ITEMS = 2
MOST_ITEMS = 1_000_000_000
MOST_CONFIDENCE = 0.9999
LEAST_TRIALS = 100


LARGEST = 1e100  # of guesses, whose squares are finite; the least is its inverse


def within(name: str, value: float | None, low: float, high: float) -> None:
    """Check that a number is given within bounds.

    Args:
        name: The option, such as --icc.
        value: Its value; None if it is not given.
        low: The least value.
        high: The largest value.

    Raises:
        UsageError: If it is outside, NaN or infinite.
    """
    if value is not None and not low <= value <= min(high, LARGEST):
        bounds = f"from {low:g} to {high:g}" if math.isfinite(high) else f"of {low:g} or more"
        raise UsageError(f"{name} is {value:g}; give a number {bounds}")


def positive(name: str, value: float | None) -> None:
    """Check that a number is above 0 if it is given.

    Raises:
        UsageError: If it is 0 or less, NaN or infinite.
    """
    if value is not None and not 1 / LARGEST <= value <= LARGEST:
        usual = "" if value <= 0 or math.isnan(value) else f", from {1 / LARGEST:g} to {LARGEST:g}"
        raise UsageError(f"{name} is {value:g}; give a number above 0{usual}")


def check(settings: PlanSettings) -> None:
    """Check that what is asked is possible.

    Raises:
        UsageError: If an option is out of its range, or two do not fit together.
    """
    within("--confidence", settings.confidence, 0.5, MOST_CONFIDENCE)
    _check_difference(settings)
    positive("--half-width", settings.half_width)
    for name, values, least, most in (
        ("--items", settings.items, LEAST_ITEMS, MOST_ITEMS),
        ("--samples", settings.samples, 1, MOST_ITEMS),
        ("--raters", settings.raters, 1, MOST_NOISE),
        ("--comparisons", settings.comparisons, 1, MOST_NOISE),
        ("--trials", (settings.trials,), LEAST_TRIALS, MOST_DRAWS),
        ("--simulations", (settings.simulations,), LEAST_ITEMS, MOST_DRAWS),
    ):
        for value in values:
            within(name, value, least, most)
    _check_costs(settings)


def _check_difference(settings: PlanSettings) -> None:
    difference = settings.difference
    if difference is not None and not 1 / LARGEST <= abs(difference) <= LARGEST:
        raise UsageError(
            f"--difference is {difference:g}; give the smallest difference that matters, above 0"
        )
    if difference is not None and settings.half_width is not None:
        raise UsageError(
            "--difference plans a comparison and --half-width an interval of one system; give one"
        )
    alpha = 1 - settings.confidence
    if not alpha < settings.power < 1:
        raise UsageError(
            f"--power is {settings.power:g}; give a chance above {alpha:.4g}, the level of the "
            "test, and below 1"
        )


def _check_costs(settings: PlanSettings) -> None:
    item, sample = settings.cost_item, settings.cost_sample
    within("--cost-item", item, 0, math.inf)
    positive("--cost-sample", sample)
    positive("--budget", settings.budget)
    if (item is None) != (sample is None):
        raise UsageError("--cost-item and --cost-sample belong together; give both")
    if settings.budget is not None and item is None:
        raise UsageError("--budget needs prices; give --cost-item and --cost-sample")
    if settings.budget is not None and settings.items:
        raise UsageError("--budget decides how many items there are; drop --items or --budget")
