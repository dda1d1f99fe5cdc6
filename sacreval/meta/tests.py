"""Tests of the difference between two metrics, by name, each with the population it speaks of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sacreval.meta.measures import Measure, TieCalibrated
from sacreval.meta.names import pick
from sacreval.stats.arrays import Floats, jointly_present
from sacreval.stats.bootstrap import bootstrap_values
from sacreval.stats.calibration import calibrate, correct_pairs, pair_table
from sacreval.stats.coefficients import PAIR_ACCURACY
from sacreval.stats.draws import (
    Resamples,
    Swap,
    Swaps,
    Units,
    all_system_swaps,
    draw_resamples,
    draw_swaps,
)
from sacreval.stats.levels import Groups, Level, correlation, group
from sacreval.stats.permutation import (
    Difference,
    PValues,
    bootstrap_p,
    permutation_p,
    permuted_differences,
    standardised,
)
from sacreval.stats.williams import williams_test

EXACT_SYSTEMS = 20
"""Up to here all exchanges of systems can be listed: half a million."""
EXACT_VALUES = 2**26
"""Exchanges times groups that are listed without being asked."""

_BOTH = (
    "Its null hypothesis is that every single score could have come from either metric. That is narrower "
    "than equal correlation: metrics that differ in kind but correlate equally are called different too "
    "often. Use it to ask whether two metrics are the same."
)
POPULATIONS = {
    "perm-systems": "Generalises to other systems, on these inputs.",
    "perm-inputs": "Generalises to other inputs, for these systems only.",
    "perm-both-xor": f"Swaps systems, then inputs (row xor column). {_BOTH}",
    "perm-both-cells": f"Swaps every cell on its own. {_BOTH}",
    "perm-pairs": "Generalises to other pairs of outputs within these groups, pairs taken as independent.",
    "williams": "Generalises to other systems (or cells, at global level), if scores are normal.",
    "bootstrap-systems": "Generalises to other systems, on these inputs.",
    "bootstrap-inputs": "Generalises to other inputs, for these systems only.",
    "bootstrap-both": "Generalises to other systems and other inputs.",
}


class Verdict(NamedTuple):
    """What a test found: the difference, p-values, null draws where there are any, why not."""

    delta: float
    p: PValues
    draws: Floats | None
    reason: str | None


UNDEFINED = PValues(float("nan"), float("nan"), float("nan"))


@dataclass(frozen=True)
class Trial:
    """A test with its draws, made once for all pairs of metrics.

    Attributes:
        name: Key of `POPULATIONS`.
        swaps: Of a permutation test.
        resamples: Of a bootstrap.
        count: Draws asked for.
        seed: Of the draws.
        absolute: For Williams: drop signs, as the older tools do.
    """

    name: str
    swaps: Swaps | None
    resamples: Resamples | None
    count: int
    seed: int
    absolute: bool = False

    @property
    def signature(self) -> str:
        """Short form, for signatures."""
        if self.swaps is not None and self.swaps.exact:
            return f"{self.name}-exact"
        return f"{self.name}-abs" if self.absolute else self.name

    @property
    def is_random(self) -> bool:
        """Whether a seed matters."""
        return self.name == "perm-pairs" or bool(
            self.resamples or (self.swaps and not self.swaps.exact)
        )


def make_trial(
    name: str,
    shape: tuple[int, int],
    level: Level,
    *,
    resamples: int,
    seed: int,
    exact: bool | None,
    absolute: bool,
) -> Trial:
    """Draw what a test needs.

    Args:
        name: Key of `POPULATIONS`.
        shape: Systems, inputs.
        level: The level, which decides the cost of an exact test.
        resamples: Draws, if not exact.
        seed: Of NumPy's default generator.
        exact: List all exchanges of systems (up to 20); None does where it is cheap.
        absolute: For Williams.
    """
    name = pick(name, POPULATIONS, "test")
    n_systems, n_inputs = shape
    if name == "perm-systems" and exact is not False and n_systems <= EXACT_SYSTEMS:
        groups = {Level.SYSTEM: 1, Level.GLOBAL: EXACT_VALUES}.get(level, n_inputs)
        if exact or 2 ** max(n_systems - 1, 0) * groups <= EXACT_VALUES:
            return Trial(name, all_system_swaps(*shape), None, 2**n_systems, seed)
    if name.startswith("bootstrap-"):
        units = Units(name.removeprefix("bootstrap-"))
        return Trial(name, None, draw_resamples(units, *shape, resamples, seed), resamples, seed)
    if name in {"williams", "perm-pairs"}:
        return Trial(name, None, None, resamples, seed, absolute)
    how = Swap(name.removeprefix("perm-"))
    return Trial(name, draw_swaps(how, *shape, resamples, seed), None, resamples, seed)


def run_trial(trial: Trial, measure: Measure, x: Floats, y: Floats, z: Floats, level: Level) -> Verdict:
    """Test whether X compares better with Z than Y does, on the cells that all three share.

    Args:
        trial: From `make_trial` for this shape.
        measure: How metrics are compared with people.
        x: First metric, systems x inputs.
        y: Second metric.
        z: Human scores.
        level: The level.
    """
    x, y, z = jointly_present(x, y, z)
    first, second = measure.of(x, z, level).value, measure.of(y, z, level).value
    delta = first - second
    if np.isnan(delta):
        return Verdict(delta, UNDEFINED, None, "a correlation is undefined on the common cells")
    if trial.name == "perm-pairs":
        return _pairs(trial, measure, x, y, z, level)
    if trial.name == "williams":
        return _williams(trial, measure, x, y, z, level)
    if trial.resamples is not None:
        return _bootstrap(trial, measure, (x, y, z), level, delta)
    if trial.swaps is None:
        return Verdict(delta, UNDEFINED, None, "the test has no draws")
    if isinstance(measure, TieCalibrated):
        return Verdict(
            delta, UNDEFINED, None, "scores with different tie thresholds cannot be swapped; use perm-pairs"
        )
    coefficient = measure.fixed(x, z, level)
    if coefficient is None:
        found = _permuted(lambda a: measure.of(a, z, level).value, x, y, trial.swaps, delta)
    else:
        found = permuted_differences(x, y, z, level, coefficient, trial.swaps)
    return Verdict(delta, permutation_p(found), found.draws, None)


def _permuted(
    value: Callable[[Floats], float], x: Floats, y: Floats, swaps: Swaps, delta: float
) -> Difference:
    """Any measure: one hybrid after the other."""
    x, y = standardised(x), standardised(y)
    draws = np.empty(swaps.resamples)
    for r in range(swaps.resamples):
        swapped = swaps.cells(slice(r, r + 1))[0] == 1
        draws[r] = value(np.where(swapped, y, x)) - value(np.where(swapped, x, y))
    return Difference(delta, draws, swaps.exact)


def _bootstrap(
    trial: Trial, measure: Measure, sides: tuple[Floats, Floats, Floats], level: Level, delta: float
) -> Verdict:
    x, y, z = sides
    first, second = measure.fixed(x, z, level), measure.fixed(y, z, level)
    if first is None or second is None or trial.resamples is None:
        return Verdict(delta, UNDEFINED, None, f"{measure.name} is not resampled with these options")
    replicates = bootstrap_values(x, z, level, first, trial.resamples)
    replicates = replicates - bootstrap_values(y, z, level, second, trial.resamples)
    return Verdict(delta, bootstrap_p(delta, replicates), replicates - delta, None)


def _williams(trial: Trial, measure: Measure, x: Floats, y: Floats, z: Floats, level: Level) -> Verdict:
    coefficient = measure.fixed(x, z, level)
    first = measure.of(x, z, level).value
    second = measure.of(y, z, level).value
    if level not in {Level.SYSTEM, Level.GLOBAL} or coefficient is None:
        reason = "Williams' test compares two correlations, not two means of many; use level system or global"
        return Verdict(first - second, UNDEFINED, None, reason)
    between = correlation(x, y, level, coefficient).value
    seen = ~np.isnan(z)
    n = int(seen.any(axis=1).sum()) if level is Level.SYSTEM else int(seen.sum())
    found = williams_test(first, second, between, n, absolute=trial.absolute)
    reason = "fewer than 4 observations, or metrics that are one" if np.isnan(found.t) else None
    return Verdict(
        first - second, PValues(found.greater, 1 - found.greater, found.two_sided), None, reason
    )


def _pairs(trial: Trial, measure: Measure, x: Floats, y: Floats, z: Floats, level: Level) -> Verdict:
    """Swap the verdicts on single pairs of outputs.

    Each pair on which one metric is right and the other wrong adds or subtracts the weight of its group,
    at even odds. Of equal weights only the number counts, which is binomial: no pair is drawn.
    """
    if not isinstance(measure, TieCalibrated) and measure.fixed(x, z, level) is not PAIR_ACCURACY:
        delta = measure.of(x, z, level).value - measure.of(y, z, level).value
        return Verdict(delta, UNDEFINED, None, "perm-pairs is for acc-eq and pairwise-accuracy")
    human = group(x, z, level, PAIR_ACCURACY).z
    table_x, table_y = (pair_table(Groups(group(s, z, level, PAIR_ACCURACY).x, human)) for s in (x, y))
    fixed = getattr(measure, "epsilon", 0.0)
    right = [
        correct_pairs(t, calibrate(t).epsilon if fixed is None else fixed) for t in (table_x, table_y)
    ]
    change = right[0].astype(np.int64) - right[1]
    sizes = np.bincount(table_x.group)
    n_groups = max(1, np.count_nonzero(sizes))
    weight = 1.0 / (sizes[table_x.group] * n_groups)
    delta = float((change * weight).sum())
    rng = np.random.default_rng(trial.seed)
    draws = np.zeros(trial.count)
    values, counts = np.unique(weight[change != 0], return_counts=True)
    for value, count in zip(values, counts, strict=True):
        draws += value * (2.0 * rng.binomial(count, 0.5, size=trial.count) - count)
    return Verdict(delta, permutation_p(Difference(delta, draws, exact=False)), draws, None)
