"""Tests of the difference between two metrics, their draws, and their populations."""

from dataclasses import dataclass
from typing import NamedTuple

from sacreval.features.correlate.measures.coefficient_names import pick
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import (
    Resamples,
    Swap,
    Swaps,
    Units,
    all_system_swaps,
    draw_resamples,
    draw_swaps,
)

EXACT_SYSTEMS = 20
"""Largest number of systems whose exchanges can all be listed: half a million."""
EXACT_VALUES = 2**26
"""Largest number of exchanges times groups that is listed by default."""

_BOTH = (
    "Its null hypothesis is that the metrics are exchangeable score by score, which is "
    "narrower than equal correlation: metrics that differ in kind but correlate equally are called "
    "different too often."
)
_CENTRED = (
    "Centred to obey the null hypothesis, which finds less than bootstrap-* at the same size."
)
PERCENTILE, CENTRED = "bootstrap-", "centred-"
NO_TEST = "none"
AUTO, WMT = "auto", "wmt"
DRAWN = "auto-drawn"
"""The test that `auto` chooses for an average over tasks, which needs the draws of every task."""
POPULATIONS = {
    "perm-systems": "Generalises to other systems, on these inputs.",
    "perm-inputs": "Generalises to other inputs, for these systems only.",
    "perm-both-xor": f"Swaps systems, then inputs (row xor column). {_BOTH}",
    "perm-both-cells": f"Swaps every cell on its own. {_BOTH}",
    "perm-pairs": "Generalises to other pairs of outputs of these groups, taken as independent.",
    "williams": "Generalises to other systems (or cells, at global level), if scores are normal.",
    "bootstrap-systems": "Generalises to other systems, on these inputs.",
    "bootstrap-inputs": "Generalises to other inputs, for these systems only.",
    "bootstrap-both": "Generalises to other systems and other inputs.",
    "centred-systems": f"Generalises to other systems, on these inputs. {_CENTRED}",
    "centred-inputs": f"Generalises to other inputs, for these systems only. {_CENTRED}",
    "centred-both": f"Generalises to other systems and other inputs. {_CENTRED}",
}
SIZES = {
    "perm-pairs": "14 to 75 %",
    "perm-both-xor": "up to 68 %",
    "perm-both-cells": "up to 68 %",
}
"""Share of true null hypotheses rejected at 5 % in simulations of `benchmarks/calibration/`;
for perm-pairs of acc-eq, with Likert judgments of 8 and 16 systems."""


def population(test: str) -> str:
    """Return the population of a test, or those of several tests, whose names + joins."""
    names = [name for name in test.split("+") if name != NO_TEST]
    return " ".join(dict.fromkeys(POPULATIONS[name] for name in names))


def size_note(test: str) -> str | None:
    """Return a notice of the measured size of a test that rejects too often, or None."""
    if test not in SIZES:
        return None
    return (
        f"{test} at 5 % calls {SIZES[test]} of pairs of equally good metrics different in "
        "simulated worlds; use it only to compare with published tests, and otherwise "
        "bootstrap-both, which keeps its level."
    )


class TrialPlan(NamedTuple):
    """A test before its draws.

    Attributes:
        name: Key of `POPULATIONS`, `wmt`, `auto`, or `auto-drawn`.
        resamples: Number of draws, unless all exchanges are listed.
        seed: Seed of the draws.
        exact: Whether to list all exchanges of systems (up to 20); None lists them if it is cheap.
        absolute: Whether Williams' test drops signs, as SacreROUGE and nlpstats do.
    """

    name: str
    resamples: int = 1_000
    seed: int = 12_345
    exact: bool | None = None
    absolute: bool = False


@dataclass(frozen=True)
class Trial:
    """A test with its draws, which all pairs of metrics share.

    Attributes:
        name: Key of `POPULATIONS`, or `none`.
        swaps: Exchanges of a permutation test, or None.
        resamples: Resamples of a bootstrap test, or None.
        count: Number of draws.
        seed: Seed of the draws.
        absolute: Whether Williams' test drops signs, as SacreROUGE and nlpstats do.
        chosen: Why `auto` chose this test, or none; None if the option named it.
    """

    name: str
    swaps: Swaps | None
    resamples: Resamples | None
    count: int
    seed: int
    absolute: bool = False
    chosen: str | None = None

    @property
    def signature(self) -> str:
        """The short form in signatures."""
        if self.swaps is not None and self.swaps.exact:
            return f"{self.name}-exact"
        return f"{self.name}-abs" if self.absolute else self.name

    @property
    def is_random(self) -> bool:
        """Whether the result depends on the seed."""
        return self.name == "perm-pairs" or bool(
            self.resamples or (self.swaps and not self.swaps.exact)
        )


def make_trial(plan: TrialPlan, shape: tuple[int, int], level: Level) -> Trial:
    """Create a test with its draws."""
    name, resamples, seed, exact, absolute = plan
    if name == NO_TEST:
        return Trial(name, None, None, resamples, seed)
    name = pick(name, POPULATIONS, "test")
    n_systems, n_inputs = shape
    if name == "perm-systems" and exact is not False and n_systems <= EXACT_SYSTEMS:
        groups = {Level.SYSTEM: 1, Level.GLOBAL: EXACT_VALUES}.get(level, n_inputs)
        if exact or 2 ** max(n_systems - 1, 0) * groups <= EXACT_VALUES:
            return Trial(name, all_system_swaps(*shape), None, 2**n_systems, seed)
    if name.startswith((PERCENTILE, CENTRED)):
        units = Units(name.removeprefix(PERCENTILE).removeprefix(CENTRED))
        return Trial(name, None, draw_resamples(units, *shape, resamples, seed), resamples, seed)
    if name in {"williams", "perm-pairs"}:
        return Trial(name, None, None, resamples, seed, absolute)
    how = Swap(name.removeprefix("perm-"))
    return Trial(name, draw_swaps(how, *shape, resamples, seed), None, resamples, seed)
