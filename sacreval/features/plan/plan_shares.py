"""Shares of items in a score, and the power that is simulated from their rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sacreval.features.plan.plan_scenarios import Case
from sacreval.features.plan.result import PlanSettings

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.stats.power.simulated_power import SimulatedPower


class Shares(NamedTuple):
    """The share of each item in a score, or a difference of scores.

    Args:
        values: Array (n,), whose mean is the score or the difference, without its bias of order
            1/n where the score is no mean.
        case: The case without groups.
        tables: The rows of both systems for a simulation; () where there is none.
        reduce: Computes the score from sums of rows.
    """

    values: Array
    case: Case
    tables: Sequence[Array] = ()
    reduce: Callable[[Array], Array] | None = None


def simulating(shares: Shares, settings: PlanSettings) -> Case:
    """Return the case of shares, with a simulation where there are rows and a difference."""
    if not shares.case.spread.difference or shares.reduce is None:
        return shares.case
    return shares.case._replace(
        simulate=partial(_simulated, shares.tables, shares.reduce, settings)
    )


def _simulated(
    tables: Sequence[Array],
    reduce: Callable[[Array], Array],
    settings: PlanSettings,
    n: int,
    alpha: float,
) -> SimulatedPower:
    """Simulate the power of some items or groups.

    Args:
        tables: Rows of both systems, by item or summed by group.
        reduce: Computes the score from sums of rows.
        settings: Trials, test sets and seed.
        n: Items or groups of a test set.
        alpha: Level of the test.
    """
    from sacreval.stats.power.simulated_power import simulated_power

    return simulated_power(
        tables[0],
        tables[1],
        reduce,
        n,
        alpha=alpha,
        trials=settings.trials,
        worlds=settings.simulations,
        seed=settings.seed,
    )
