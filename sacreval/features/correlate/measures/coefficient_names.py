"""Coefficients by name, with a level (`spa@system`) or with bounds (`sys-delta:0:1`)."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from sacreval.errors import UsageError, nearest
from sacreval.features.correlate.measures.measures import (
    DifferencePearson,
    GapTau,
    Measure,
    PartialBySystem,
    Plain,
    SoftAccuracy,
    TieCalibrated,
)
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import Average, Level, TauWithin
from sacreval.stats.association.row_coefficients import KendallLike, WeightedTau


def first_names(names: Sequence[str], most: int = 5) -> str:
    """Join names by commas; beyond the first ones, state how many there are.

    Args:
        names: The names.
        most: Number of names that are written.
    """
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


NAMED = 24  # valid names that a message lists
LEVELS = {level.value: level for level in Level} | {
    "instance": Level.SUMMARY,
    "segment": Level.SUMMARY,
    "item": Level.SUMMARY,
    "input": Level.SUMMARY,
}


def pick(name: str, options: Iterable[str], what: str, remedy: str = "") -> str:
    """Check that a name is valid.

    Args:
        name: The name.
        options: The valid names.
        what: The kind of name, for the message, such as "metric".
        remedy: What to do if no valid name is similar; by default the valid names are listed.

    Returns:
        The name.

    Raises:
        UsageError: An unknown name; the message suggests the most similar one.
    """
    valid = list(options)
    if name in valid:
        return name
    if not valid and what == "human score":
        raise UsageError(
            f"There is no human score {name!r}, as the inputs have no judgments at all; add files "
            f"of records with judgments.{name}"
        )
    if not remedy:
        known = f"the {what}s are" if len(valid) > 1 else f"the {what} is"
        remedy = f"{known} {first_names(sorted(valid), NAMED)}"
    raise UsageError(f"There is no {what} {name!r}; {nearest(name, valid, remedy)}")


def level_named(name: str) -> Level:
    """Return the level of any accepted spelling."""
    return LEVELS[pick(name.lower().replace("_", "-"), LEVELS, "level")]


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


_TAUS = (
    "kendall for tau-b, which corrects for ties on both sides and is SciPy's, or tau-a for "
    "(concordant - discordant) / all pairs, where a tie counts for neither"
)
_MEANT = {
    **dict.fromkeys(("tau", "kendalltau", "kendall-tau", "kendalls-tau"), _TAUS),
    **dict.fromkeys(("rho", "spearmanr"), "spearman"),
    **dict.fromkeys(("r", "pearsonr"), "pearson"),
}
"""Words for coefficients elsewhere, with what to write."""
SHORT = {"pa": "pairwise-accuracy"}


@dataclass(frozen=True)
class CoefficientSettings:
    """Parameters of coefficients.

    Attributes:
        average: The mean over groups: macro, micro or nan-as-zero.
        every_input: Whether system means are over all inputs that a side has.
        gap: Smallest human difference that `darr` counts as a preference, from 0.
        epsilon: Tie threshold of `acc-eq`, from 0; None fits it on the data.
    """

    average: AverageName = "macro"
    every_input: bool = False
    gap: float = 25.0
    epsilon: float | None = None

    def __post_init__(self) -> None:
        """Check that gap and epsilon are finite and not negative."""
        for name, value in (("gap", self.gap), ("epsilon", self.epsilon)):
            if value is not None and not 0 <= value < math.inf:
                raise UsageError(f"--{name} is {value}; give a number from 0 on.")


DEFAULT_SETTINGS = CoefficientSettings()


class LevelMeasure(NamedTuple):
    """A coefficient at a level, which has one value for each metric."""

    level: Level
    measure: Measure


def cells(
    levels: Sequence[str], names: Sequence[str], settings: CoefficientSettings = DEFAULT_SETTINGS
) -> list[LevelMeasure]:
    """Combine levels with coefficients; `spa@system` is computed at the named level only.

    The order is by level, or if a coefficient names its level, that of the coefficients.
    """
    parts = [name.partition("@") for name in names]
    unplaced = measures([name for name, at, _ in parts if not at], settings)
    everywhere = _at_levels(levels, unplaced)
    if unplaced and not everywhere:
        raise UsageError(f"No coefficient is defined at these levels; {_levels_of(unplaced[0])}.")
    if not any(at for _, at, _ in parts):
        return everywhere
    combined = [
        cell
        for name, at, level in parts
        for cell in (
            [_placed(name, level, settings)]
            if at
            else _at_levels(levels, measures([name], settings))
        )
    ]
    return list(dict.fromkeys(combined))


def _at_levels(levels: Sequence[str], unplaced: Sequence[Measure]) -> list[LevelMeasure]:
    combined = [
        LevelMeasure(level, measure)
        for level in map(level_named, levels)
        for measure in unplaced
        if level in measure.levels
    ]
    return list(dict.fromkeys(combined))


def _placed(name: str, level: str, settings: CoefficientSettings) -> LevelMeasure:
    [measure] = measures([name], settings)
    if level_named(level) not in measure.levels:
        raise UsageError(f"{name} is not defined at this level; {_levels_of(measure)}.")
    return LevelMeasure(level_named(level), measure)


def _levels_of(measure: Measure) -> str:
    levels = ", ".join(sorted(level.value for level in measure.levels))
    return f"{measure.name} is defined at: {levels}"


def measures(
    names: Iterable[str], settings: CoefficientSettings = DEFAULT_SETTINGS
) -> list[Measure]:
    """Look up coefficients and set their options.

    Args:
        names: Keys of `COEFFICIENTS`, their short forms, or `sys-delta:LOW:HIGH`.
        settings: Parameters of coefficients.

    Raises:
        UsageError: An unknown name, or invalid bounds.
    """
    return [_with_settings(_measure_named(name), settings) for name in dict.fromkeys(names)]


def _measure_named(name: str) -> Measure:
    plain, *bounds = name.lower().replace("_", "-").split(":")
    if plain in _MEANT:
        raise UsageError(f"There is no coefficient {name!r}; write {_MEANT[plain]}")
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


def _with_settings(measure: Measure, settings: CoefficientSettings) -> Measure:
    if isinstance(measure, TieCalibrated):
        return replace(measure, epsilon=settings.epsilon)
    if not isinstance(measure, Plain) or isinstance(measure, GapTau):
        return measure
    average, every_input = Average(settings.average), settings.every_input
    measure = replace(measure, average=average, every_input=every_input)
    if isinstance(measure.coefficient, KendallLike):
        measure = replace(measure, coefficient=KendallLike(settings.gap))
    return measure
