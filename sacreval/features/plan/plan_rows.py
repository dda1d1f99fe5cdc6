"""Scenarios of a plan, with a row and a curve for each case and size."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from sacreval.errors import UsageError
from sacreval.features.plan.plan_design import (
    COUNTED,
    Design,
    Needed,
    half_width,
    items_for,
    needed,
    power_at,
    smallest,
)
from sacreval.features.plan.result import (
    BestSamples,
    Curve,
    PlanRow,
    PlanSettings,
    Spread,
    UsedMethod,
)

if TYPE_CHECKING:
    from sacreval.stats.power.power import SimulatedPower


USUAL_SAMPLES = (1, 2, 4, 8)


class Case(NamedTuple):
    """A difference of two systems, or the score of one, for which a plan is made.

    Args:
        systems: The systems, for the reader; empty for guesses.
        spread: How scores vary.
        simulate: Simulates the power of some groups or items at a level; None without rows.
        corpus: Whether the score is no mean, so that power is simulated.
    """

    systems: str
    spread: Spread
    simulate: Callable[[int, float], SimulatedPower] | None = None
    corpus: bool = False


class Scenario(NamedTuple):
    """One choice of samples, raters and tests."""

    samples: int
    raters: int
    comparisons: int


def scenarios(case: Case, settings: PlanSettings) -> list[Scenario]:
    """List the choices of samples, raters and tests that are planned."""
    known = case.spread
    samples = settings.samples or (known.samples,)
    if not settings.samples and settings.cost_item is not None and known.within > 0:
        best = best_samples(case, settings).whole
        samples = tuple(sorted({*USUAL_SAMPLES, best or 1}))
    unknown = not known.within and known.samples == 1
    if unknown and any(number > 1 for number in samples):
        raise UsageError("--samples needs to know how samples vary; give --within SD")
    if not known.rater and any(number != 1 for number in settings.raters):
        raise UsageError("--raters needs to know how raters vary; give --rater-sd SD")
    return [Scenario(*choice) for choice in product(samples, settings.raters, settings.comparisons)]


def method_of(case: Case, scenario: Scenario, settings: PlanSettings) -> UsedMethod:
    """Return how the power or width of a case is computed."""
    known, wanted = case.spread, settings.method
    single = scenario.samples == 1 and known.within == known.rater == 0 and known.design_effect == 1
    if settings.goal == "interval":
        if wanted not in ("auto", "t", "normal"):
            raise UsageError(f"--method {wanted} is for a difference; drop it, or --half-width")
        if wanted == "auto":
            return "wilson" if known.share is not None and single else "t"
        return wanted
    if wanted in COUNTED and known.discordant is None:
        raise UsageError(f"--method {wanted} is for scores of 0 and 1; use --method t")
    if wanted in COUNTED and not single:
        raise UsageError(
            f"--method {wanted} takes items as independent and sampled once; use --method t"
        )
    if wanted == "simulation":
        _check_simulation(case, scenario, settings)
    if wanted != "auto":
        return wanted
    if known.discordant is not None and single:
        return "mid-p"
    fits = case.corpus and case.simulate is not None and settings.difference is None
    return "simulation" if fits else "t"


def _check_simulation(case: Case, scenario: Scenario, settings: PlanSettings) -> None:
    if case.simulate is None:
        raise UsageError(
            "--method simulation draws from the scores of records of two systems; give a result "
            "file of them, with one run of each"
        )
    if settings.difference is not None:
        raise UsageError(
            "--method simulation finds the power at the difference that the records have; drop "
            "--difference"
        )
    if (scenario.samples, scenario.raters) != (case.spread.samples, 1):
        raise UsageError("--method simulation draws records as they are; drop --samples, --raters")


def check_difference(case: Case, settings: PlanSettings) -> None:
    """Check that scores of 0 and 1 can differ as much as is asked."""
    known, wanted = case.spread, abs(settings.difference or 0.0)
    if known.discordant is not None and wanted > known.highest:
        raise UsageError(
            f"--difference is {wanted:g}, and scores from 0 to {known.highest:g} differ by at most "
            f"{known.highest:g}; give a smaller one"
        )


def design_of(case: Case, scenario: Scenario, settings: PlanSettings) -> Design:
    """Return the design of a case, whose level is shared by the tests."""
    return Design(
        spread=case.spread,
        alpha=(1 - settings.confidence) / scenario.comparisons,
        power=settings.power,
        method=method_of(case, scenario, settings),
        samples=scenario.samples,
        raters=scenario.raters,
    )


def best_samples(case: Case, settings: PlanSettings) -> BestSamples:
    """Compute the number of samples of each item with the least variance at a given cost.

    Each sample has the first of the numbers of raters that are asked for.
    """
    from sacreval.stats.clusters import best_repeats

    known = case.spread
    best = best_repeats(
        known.design_effect * known.between,
        known.within + known.rater / settings.raters[0],
        cost_item=settings.cost_item or 0.0,
        cost_sample=settings.cost_sample or 0.0,
    )
    exact = None if math.isinf(best.exact) else best.exact
    return BestSamples(systems=case.systems, exact=exact, whole=best.whole)


def difference_of(spread: Spread, settings: PlanSettings) -> float | None:
    """Return the difference that power is computed for, named or of the scores."""
    return spread.difference if settings.difference is None else settings.difference


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


class PlannedValues(TypedDict, total=False):
    """What a size finds; fields of a row."""

    error: float
    smallest: float | None
    difference: float | None
    power: float
    power_error: float
    half_width: float | None


def plannings(case: Case, settings: PlanSettings) -> list[Planning]:
    """List a case in all of its scenarios."""
    check_difference(case, settings)
    return [
        Planning(case, scenario, design_of(case, scenario, settings), settings)
        for scenario in scenarios(case, settings)
    ]


def rows(case: Case, settings: PlanSettings) -> Iterator[PlanRow]:
    """Yield the rows of a case: for each scenario the items that it needs, and usual numbers."""
    for planning in plannings(case, settings):
        need = _needed(planning)
        sizes = [n for n in _sizes(planning) if need is None or n != need.items]
        if need is None or need.items is None:
            yield from (_row(planning, n) for n in sizes)
            continue
        yield from (_row(planning, n) for n in sizes if n < need.items)
        yield _row(planning, need.items, need)
        yield from (_row(planning, n) for n in sizes if n > need.items)


def _needed(planning: Planning) -> Needed | None:
    """Return the items that are needed; None if there is no difference or width to reach."""
    if planning.settings.half_width is not None:
        return items_for(planning.design, planning.settings.half_width)
    return None if planning.difference is None else needed(planning.design, planning.difference)


def cost_of(items: int, samples: int, settings: PlanSettings) -> float | None:
    """Return what items and their samples cost; None without costs."""
    if settings.cost_item is None or settings.cost_sample is None:
        return None
    return items * (settings.cost_item + samples * settings.cost_sample)


def _sizes(planning: Planning) -> Sequence[int]:
    settings, scored = planning.settings, planning.case.spread.items
    if settings.items:
        return sorted(set(settings.items))
    if settings.budget is not None:
        return [_affordable(planning, settings.budget)]
    if scored is None:
        return USUAL_ITEMS
    drawn = planning.design.method == "simulation"
    return [factor * scored for factor in (DRAWN_MULTIPLES if drawn else MULTIPLES)]


def _affordable(planning: Planning, budget: float) -> int:
    price = cost_of(1, planning.scenario.samples, planning.settings) or 0.0
    items = int(budget / price + 1e-9)
    if items < LEAST_ITEMS:
        raise UsageError(
            f"--budget {budget:g} pays for fewer than two items of {price:g}; raise it, or take "
            "fewer samples"
        )
    return items


def _row(planning: Planning, items: int, need: Needed | None = None) -> PlanRow:
    size = planning.case.spread.group_size
    return PlanRow(
        systems=planning.case.systems,
        needed=need is not None,
        items=items,
        exact=None if need is None else need.exact,
        groups=max(1, round(items / size)) if size > 1 else None,
        **planning.scenario._asdict(),
        method=planning.design.method,
        cost=cost_of(items, planning.scenario.samples, planning.settings),
        **_values(planning, items),
    )


def _values(planning: Planning, items: int) -> PlannedValues:
    design, difference = planning.design, planning.difference
    error = design.error(items)
    if planning.settings.goal == "interval":
        return {"error": error, "half_width": half_width(design, items)}
    values: PlannedValues = {
        "error": error,
        "smallest": smallest(design, items),
        "difference": difference,
    }
    if difference is None:
        return values
    if design.method == "simulation" and planning.case.simulate is not None:
        units = max(LEAST_ITEMS, round(items / planning.case.spread.group_size))
        drawn = planning.case.simulate(units, design.alpha)
        return {**values, "power": drawn.power, "power_error": drawn.error}
    return {**values, "power": power_at(design, items, difference)}


def curve(planning: Planning, name: str, low: int, high: int) -> Curve:
    """Compute a line of the plot: power, or where no difference is known the smallest one."""
    steps = (low * (high / low) ** (i / (POINTS - 1)) for i in range(POINTS))
    items = sorted({max(LEAST_ITEMS, round(step)) for step in steps})
    return Curve(name=name, items=items, values=[_height(planning, n) for n in items])


def _height(planning: Planning, items: int) -> float | None:
    if planning.settings.goal == "interval":
        return half_width(planning.design, items)
    if planning.difference is None:
        return smallest(planning.design, items)
    return power_at(planning.design, items, planning.difference)
