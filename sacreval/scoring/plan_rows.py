"""Rows and curves of a plan: for each case and size, what is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.plans import BestSamples, Curve, PlanRow, PlanSettings, Spread, UsedMethod
from sacreval.errors import UsageError
from sacreval.scoring.plan_design import COUNTED, Design, Needed, needed, power_at, smallest
from sacreval.scoring.plan_width import half_width, items_for

if TYPE_CHECKING:
    from sacreval.stats.simulated_power import SimulatedPower

USUAL_ITEMS = (50, 100, 200, 500, 1000, 2000, 5000)
MULTIPLES = (1, 2, 4, 10)  # of the items that were scored
DRAWN_MULTIPLES = (1, 2, 4)  # of those that are simulated, which takes longer
USUAL_SAMPLES = (1, 2, 4, 8)
POINTS = 41  # of a curve


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
    """List the choices of samples, raters and tests that are planned.

    Raises:
        UsageError: If samples or raters are varied, and nothing tells how much they vary.
    """
    known = case.spread
    samples = settings.samples or (known.samples,)
    if not settings.samples and settings.cost_item is not None and known.within > 0:
        best = best_samples(case, settings).whole
        samples = tuple(sorted({*USUAL_SAMPLES, best or 1}))
    if not known.within and any(number != known.samples for number in samples):
        raise UsageError("--samples needs to know how samples vary; give --within SD")
    if not known.rater and any(number != 1 for number in settings.raters):
        raise UsageError("--raters needs to know how raters vary; give --rater-sd SD")
    return [Scenario(*one) for one in product(samples, settings.raters, settings.comparisons)]


def method_of(case: Case, scenario: Scenario, settings: PlanSettings) -> UsedMethod:
    """Return how the power or width of a case is computed.

    Raises:
        UsageError: If the named method does not fit the scores.
    """
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

    The noise is that of samples with one rater; groups multiply all variance alike.
    """
    import math

    from sacreval.stats.repeats import best_repeats

    known = case.spread
    found = best_repeats(
        known.between,
        known.within + known.rater / settings.raters[0],
        cost_item=settings.cost_item or 0.0,
        cost_sample=settings.cost_sample or 0.0,
    )
    exact = None if math.isinf(found.exact) else found.exact
    return BestSamples(systems=case.systems, exact=exact, whole=found.whole)


def cost_of(items: int | None, samples: int, settings: PlanSettings) -> float | None:
    """Return what items and their samples cost; None without costs."""
    if items is None or settings.cost_item is None or settings.cost_sample is None:
        return None
    return items * (settings.cost_item + samples * settings.cost_sample)


def rows(case: Case, settings: PlanSettings) -> Iterator[PlanRow]:
    """Yield the rows of a case: for each choice the items that it needs, and usual numbers."""
    for scenario in scenarios(case, settings):
        design = design_of(case, scenario, settings)
        found = _needed(design, settings)
        sizes = _sizes(case, scenario, settings)
        if found is None:
            yield from (_row(case, scenario, design, n, settings) for n in sizes)
            continue
        before = [n for n in sizes if found.items is None or n < found.items]
        after = [n for n in sizes if found.items is not None and n > found.items]
        yield from (_row(case, scenario, design, n, settings) for n in before)
        yield _row(case, scenario, design, found.items, settings, found)
        yield from (_row(case, scenario, design, n, settings) for n in after)


def _needed(design: Design, settings: PlanSettings) -> Needed | None:
    """Return the items that are needed; None if there is no difference or width to reach."""
    if settings.half_width is not None:
        return items_for(design, settings.half_width)
    difference = difference_of(design.spread, settings)
    return None if difference is None else needed(design, difference)


def difference_of(spread: Spread, settings: PlanSettings) -> float | None:
    """Return the difference that power is computed for, named or of the scores."""
    return spread.difference if settings.difference is None else settings.difference


def _sizes(case: Case, scenario: Scenario, settings: PlanSettings) -> Sequence[int]:
    if settings.items:
        return sorted(set(settings.items))
    price = cost_of(1, scenario.samples, settings)
    if settings.budget is not None and price is not None:
        affordable = int(settings.budget / price + 1e-9)
        if affordable < 2:  # noqa: PLR2004 - one item has no spread
            raise UsageError(
                f"--budget {settings.budget:g} pays for fewer than two items of {price:g}; "
                "raise it, or take fewer samples"
            )
        return [affordable]
    scored = case.spread.items
    if scored is None:
        return USUAL_ITEMS
    multiples = DRAWN_MULTIPLES if design_draws(case, scenario, settings) else MULTIPLES
    return [factor * scored for factor in multiples]


def design_draws(case: Case, scenario: Scenario, settings: PlanSettings) -> bool:
    """Whether the power of a case is simulated."""
    return method_of(case, scenario, settings) == "simulation"


def _row(
    case: Case,
    scenario: Scenario,
    design: Design,
    items: int | None,
    settings: PlanSettings,
    found: Needed | None = None,
) -> PlanRow:
    grouped = case.spread.group_size > 1 and items is not None
    size = case.spread.group_size
    values = {} if items is None else _values(case, design, items, settings)
    return PlanRow(
        systems=case.systems,
        needed=found is not None,
        items=items,
        exact=None if found is None else found.exact,
        groups=max(1, round((items or 0) / size)) if grouped else None,
        **scenario._asdict(),
        method=design.method,
        cost=cost_of(items, scenario.samples, settings),
        **values,
    )


def _values(
    case: Case, design: Design, items: int, settings: PlanSettings
) -> dict[str, float | None]:
    found: dict[str, float | None] = {"error": design.error(items)}
    if settings.goal == "interval":
        return found | {"half_width": half_width(design, items)}
    difference = difference_of(case.spread, settings)
    found |= {"smallest": smallest(design, items), "difference": difference}
    if difference is None:
        return found
    if design.method == "simulation" and case.simulate is not None:
        drawn = case.simulate(max(2, round(items / case.spread.group_size)), design.alpha)
        return found | {"power": drawn.power, "power_error": drawn.error}
    return found | {"power": power_at(design, items, difference)}


def curve(case: Case, scenario: Scenario, name: str, ends: tuple[int, int],
          settings: PlanSettings) -> Curve:  # fmt: skip
    """Compute a line of the plot: power, or where no difference is known the smallest one.

    Args:
        case: The systems.
        scenario: Samples, raters and tests.
        name: The name of the line.
        ends: The least and the largest number of items.
        settings: What is planned. Simulated power is replaced by the formula of t.
    """
    low, high = ends
    steps = [low * (high / low) ** (i / (POINTS - 1)) for i in range(POINTS)]
    items = sorted({max(2, round(step)) for step in steps})
    design = design_of(case, scenario, settings)
    difference = difference_of(case.spread, settings)
    values: list[float | None]
    if settings.goal == "interval":
        values = [half_width(design, n) for n in items]
    elif difference is None:
        values = [smallest(design, n) for n in items]
    else:
        values = [power_at(design, n, difference) for n in items]
    return Curve(name=name, items=items, values=values)
