"""Rows and curves of a plan: for each case and size, what is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypedDict

from sacreval.errors import UsageError
from sacreval.features.plan.plan_design import Design, Needed, needed, power_at, smallest
from sacreval.features.plan.plan_scenarios import (
    Case,
    Scenario,
    check_difference,
    design_of,
    difference_of,
    scenarios,
)
from sacreval.features.plan.plan_width import half_width, items_for
from sacreval.features.plan.result import Curve, PlanRow, PlanSettings

USUAL_ITEMS = (50, 100, 200, 500, 1000, 2000, 5000)
MULTIPLES = (1, 2, 4, 10)  # of the items that were scored
DRAWN_MULTIPLES = (1, 2, 4)  # of those that are simulated, which takes longer
POINTS = 41  # of a curve
LEAST_ITEMS = 2  # one item has no spread


class Planning(NamedTuple):
    """One case in one scenario.

    Args:
        case: The systems.
        scenario: Samples, raters and tests.
        design: Both, with the level that the tests share.
        settings: What is asked.
    """

    case: Case
    scenario: Scenario
    design: Design
    settings: PlanSettings

    @property
    def difference(self) -> float | None:
        """The difference that power is computed for; None if it is unknown."""
        return difference_of(self.case.spread, self.settings)


class Values(TypedDict, total=False):
    """What a size finds; fields of a row."""

    error: float
    smallest: float | None
    difference: float | None
    power: float
    power_error: float
    half_width: float | None


def plannings(case: Case, settings: PlanSettings) -> list[Planning]:
    """List a case in all of its scenarios.

    Raises:
        UsageError: If the scores of the case cannot differ as much as is asked.
    """
    check_difference(case, settings)
    return [
        Planning(case, one, design_of(case, one, settings), settings)
        for one in scenarios(case, settings)
    ]


def rows(case: Case, settings: PlanSettings) -> Iterator[PlanRow]:
    """Yield the rows of a case: for each scenario the items that it needs, and usual numbers."""
    for one in plannings(case, settings):
        found = _needed(one)
        sizes = [n for n in _sizes(one) if found is None or n != found.items]
        if found is None or found.items is None:
            yield from (_row(one, n) for n in sizes)
            continue
        yield from (_row(one, n) for n in sizes if n < found.items)
        yield _row(one, found.items, found)
        yield from (_row(one, n) for n in sizes if n > found.items)


def _needed(one: Planning) -> Needed | None:
    """Return the items that are needed; None if there is no difference or width to reach."""
    if one.settings.half_width is not None:
        return items_for(one.design, one.settings.half_width)
    return None if one.difference is None else needed(one.design, one.difference)


def cost_of(items: int, samples: int, settings: PlanSettings) -> float | None:
    """Return what items and their samples cost; None without costs."""
    if settings.cost_item is None or settings.cost_sample is None:
        return None
    return items * (settings.cost_item + samples * settings.cost_sample)


def _sizes(one: Planning) -> Sequence[int]:
    settings, scored = one.settings, one.case.spread.items
    if settings.items:
        return sorted(set(settings.items))
    if settings.budget is not None:
        return [_affordable(one, settings.budget)]
    if scored is None:
        return USUAL_ITEMS
    drawn = one.design.method == "simulation"
    return [factor * scored for factor in (DRAWN_MULTIPLES if drawn else MULTIPLES)]


def _affordable(one: Planning, budget: float) -> int:
    price = cost_of(1, one.scenario.samples, one.settings) or 0.0
    items = int(budget / price + 1e-9)
    if items < LEAST_ITEMS:
        raise UsageError(
            f"--budget {budget:g} pays for fewer than two items of {price:g}; raise it, or take "
            "fewer samples"
        )
    return items


def _row(one: Planning, items: int, found: Needed | None = None) -> PlanRow:
    size = one.case.spread.group_size
    return PlanRow(
        systems=one.case.systems,
        needed=found is not None,
        items=items,
        exact=None if found is None else found.exact,
        groups=max(1, round(items / size)) if size > 1 else None,
        **one.scenario._asdict(),
        method=one.design.method,
        cost=cost_of(items, one.scenario.samples, one.settings),
        **_values(one, items),
    )


def _values(one: Planning, items: int) -> Values:
    design, difference = one.design, one.difference
    error = design.error(items)
    if one.settings.goal == "interval":
        return {"error": error, "half_width": half_width(design, items)}
    found: Values = {
        "error": error,
        "smallest": smallest(design, items),
        "difference": difference,
    }
    if difference is None:
        return found
    if design.method == "simulation" and one.case.simulate is not None:
        units = max(LEAST_ITEMS, round(items / one.case.spread.group_size))
        drawn = one.case.simulate(units, design.alpha)
        return {**found, "power": drawn.power, "power_error": drawn.error}
    return {**found, "power": power_at(design, items, difference)}


def curve(one: Planning, name: str, low: int, high: int) -> Curve:
    """Compute a line of the plot: power, or where no difference is known the smallest one.

    Args:
        one: The case and the scenario; simulated power is replaced by the formula of t.
        name: The name of the line.
        low: The least number of items.
        high: The largest number of items.
    """
    steps = (low * (high / low) ** (i / (POINTS - 1)) for i in range(POINTS))
    items = sorted({max(LEAST_ITEMS, round(step)) for step in steps})
    return Curve(name=name, items=items, values=[_height(one, n) for n in items])


def _height(one: Planning, items: int) -> float | None:
    if one.settings.goal == "interval":
        return half_width(one.design, items)
    if one.difference is None:
        return smallest(one.design, items)
    return power_at(one.design, items, one.difference)
