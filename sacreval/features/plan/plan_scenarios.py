"""Cases and scenarios of a plan: what is varied, and how power is computed for it."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from sacreval.errors import UsageError
from sacreval.features.plan.plan_design import COUNTED, Design
from sacreval.features.plan.result import BestSamples, PlanSettings, Spread, UsedMethod

if TYPE_CHECKING:
    from sacreval.stats.power.simulated_power import SimulatedPower

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
    """List the choices of samples, raters and tests that are planned.

    Raises:
        UsageError: If samples or raters are varied, and nothing tells how much they vary.
    """
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


def check_difference(case: Case, settings: PlanSettings) -> None:
    """Check that scores of 0 and 1 can differ as much as is asked.

    Raises:
        UsageError: If they cannot.
    """
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
    from sacreval.stats.repeats import best_repeats

    known = case.spread
    found = best_repeats(
        known.design_effect * known.between,
        known.within + known.rater / settings.raters[0],
        cost_item=settings.cost_item or 0.0,
        cost_sample=settings.cost_sample or 0.0,
    )
    exact = None if math.isinf(found.exact) else found.exact
    return BestSamples(systems=case.systems, exact=exact, whole=found.whole)


def difference_of(spread: Spread, settings: PlanSettings) -> float | None:
    """Return the difference that power is computed for, named or of the scores."""
    return spread.difference if settings.difference is None else settings.difference
