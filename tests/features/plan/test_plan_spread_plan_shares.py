"""Simulated power of shares: drawn from their rows, and repeatable."""

import numpy as np

from sacreval.features.plan.plan_rows import Case
from sacreval.features.plan.plan_spread import Shares, simulating
from sacreval.features.plan.result import PlanSettings, Spread

SETTINGS = PlanSettings(trials=200, simulations=80)


def shares(shift, difference):
    """Return the shares of a ratio of sums, whose other system is shifted."""
    rng = np.random.default_rng(7)
    base = np.column_stack([rng.normal(size=40), np.ones(40)])
    other = base + np.column_stack([rng.normal(size=40) + shift, np.zeros(40)])
    case = Case("", Spread(between=1.0, difference=difference), corpus=True)
    return Shares(other[:, 0] - base[:, 0], case, (base, other), lambda x: x[..., 0] / x[..., 1])


def test_simulated_power_rises():
    """More records find more, and the same seed finds the same."""
    simulate = simulating(shares(0.5, 0.5), SETTINGS).simulate
    few, many = simulate(8, 0.05), simulate(60, 0.05)
    assert few.power < many.power
    assert many == simulate(60, 0.05)
    assert simulate(60, 0.0005).power < many.power


def test_equal_systems_are_not_simulated():
    """Without a difference, or without rows, nothing is simulated."""
    assert simulating(shares(0.0, None), SETTINGS).simulate is None
    assert simulating(shares(0.5, 0.5)._replace(reduce=None), SETTINGS).simulate is None
