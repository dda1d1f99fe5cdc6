"""Look coefficients up by name: alone, at a level (`spa@system`), or with bounds."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from sacreval.errors import UsageError
from sacreval.meta.lookup import level_named, pick
from sacreval.meta.measures import (
    DifferencePearson,
    GapTau,
    Measure,
    PartialBySystem,
    Plain,
    SoftAccuracy,
    TieCalibrated,
)
from sacreval.stats import coefficients as c
from sacreval.stats.differences import TauWithin
from sacreval.stats.levels import Average, Level
from sacreval.stats.row_coefficients import KendallLike, WeightedTau

AverageName = Literal["macro", "micro", "nan-as-zero"]
COEFFICIENTS: dict[str, Measure] = {
    measure.name: measure
    for measure in (
        Plain("pearson", c.PearsonCoefficient()),
        Plain("spearman", c.SpearmanCoefficient()),
        Plain("kendall", c.TAU_B),
        Plain("tau-a", c.TAU_A),
        Plain("tau-b", c.TAU_B),
        Plain("tau-c", c.TAU_C),
        Plain("tau-10", c.TAU_10),
        Plain("tau-13", c.TAU_13),
        Plain("tau-14", c.TAU_14),
        Plain("tau-eq", c.TAU_EQ),
        Plain("darr", KendallLike(25.0)),
        Plain("weighted-tau", WeightedTau()),
        Plain("pairwise-accuracy", c.PAIR_ACCURACY),
        GapTau("sys-delta"),
        TieCalibrated("acc-eq"),
        SoftAccuracy("spa"),
        DifferencePearson("pdp"),
        PartialBySystem("partial-pearson", c.PearsonCoefficient()),
        PartialBySystem("partial-spearman", c.SpearmanCoefficient()),
    )
}


SHORT = {"pa": "pairwise-accuracy"}


@dataclass(frozen=True)
class CoefficientSettings:
    """Parameters of coefficients.

    Attributes:
        average: How groups are averaged.
        every_input: System means over all inputs of each side.
        gap: Least human difference of a judged pair, for `darr`.
        epsilon: Tie threshold of `acc-eq`; None fits it.
    """

    average: AverageName = "macro"
    every_input: bool = False
    gap: float = 25.0
    epsilon: float | None = None

    def __post_init__(self) -> None:
        """Check that distances are finite and not negative."""
        for name, value in (("gap", self.gap), ("epsilon", self.epsilon)):
            if value is not None and not 0 <= value < math.inf:
                raise UsageError(f"--{name} is {value}; give a number from 0 on.")


DEFAULT_SETTINGS = CoefficientSettings()


class Cell(NamedTuple):
    """A coefficient at a level: one number a metric."""

    level: Level
    measure: Measure


def cells(
    levels: Sequence[str], names: Sequence[str], settings: CoefficientSettings = DEFAULT_SETTINGS
) -> list[Cell]:
    """Cross levels with coefficients; `spa@system` is computed at that level only.

    Args:
        levels: Names of levels, for the coefficients without one.
        names: Keys of `COEFFICIENTS`; `sys-delta:LOW:HIGH` has bounds.
        settings: Parameters of coefficients.

    Raises:
        UsageError: An unknown name, or a coefficient that its level does not have.
    """
    placed = [name.partition("@") for name in names]
    free = measures([name for name, at, _ in placed if not at], settings)
    found = [
        Cell(level, measure)
        for level in map(level_named, levels)
        for measure in free
        if level in measure.levels
    ]
    if free and not found:
        raise UsageError(f"No coefficient is defined at these levels; {_levels_of(free[0])}.")
    for name, at, place in placed:
        if at:
            [measure] = measures([name], settings)
            if level_named(place) not in measure.levels:
                raise UsageError(f"There is no {name} at this level; {_levels_of(measure)}.")
            found.append(Cell(level_named(place), measure))
    return list(dict.fromkeys(found))


def _levels_of(measure: Measure) -> str:
    return f"{measure.name} has: {', '.join(sorted(level.value for level in measure.levels))}"


def measures(
    names: Iterable[str], settings: CoefficientSettings = DEFAULT_SETTINGS
) -> list[Measure]:
    """Look coefficients up and set their options.

    Args:
        names: Keys of `COEFFICIENTS`, short forms of them, or `sys-delta:LOW:HIGH`.
        settings: Parameters of coefficients.

    Raises:
        UsageError: An unknown name, or invalid bounds.
    """
    return [_set(_named(name), settings) for name in dict.fromkeys(names)]


def _named(name: str) -> Measure:
    plain, *bounds = name.lower().replace("_", "-").split(":")
    known = pick(SHORT.get(plain, plain), COEFFICIENTS, "coefficient")
    measure = COEFFICIENTS[known]
    if not bounds:
        return measure
    if not isinstance(measure, GapTau):
        raise UsageError(f"--coefficient {name}: only sys-delta has bounds; write {known}.")
    return replace(measure, name=name.lower(), coefficient=TauWithin(*_bounds(name, bounds)))


def _bounds(name: str, bounds: Sequence[str]) -> tuple[float, float]:
    try:
        low, high = map(float, bounds)
    except ValueError:
        low, high = 0.0, 0.0
    if not 0 <= low < high:
        raise UsageError(
            f"--coefficient {name}: write sys-delta:LOW:HIGH, two numbers from 0 in units of the "
            "metric, as in sys-delta:0:1."
        )
    return low, high


def _set(measure: Measure, settings: CoefficientSettings) -> Measure:
    if isinstance(measure, TieCalibrated):
        return replace(measure, epsilon=settings.epsilon)
    if not isinstance(measure, Plain) or isinstance(measure, GapTau):
        return measure
    average, every_input = Average(settings.average), settings.every_input
    measure = replace(measure, average=average, every_input=every_input)
    if isinstance(measure.coefficient, KendallLike):
        measure = replace(measure, coefficient=KendallLike(settings.gap))
    return measure
