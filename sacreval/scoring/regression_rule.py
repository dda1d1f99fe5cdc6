"""Regression: the rule by which a run counts as worse than its baseline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sacreval.scoring.gate_units import BY_DATA, UnitOptions
from sacreval.stats.rounding import rounded


@dataclass(frozen=True, kw_only=True)
class Regression:
    """The rule by which a run counts as worse than the baseline.

    Args:
        max_drop: Output to the largest loss allowed, or the largest change where neither larger nor
            smaller is better.
        not_worse: Output to the margin by which a test must show that it is not worse. Where both
            are empty, a paired test decides.
        confidence: One minus the level of tests; the paired test is corrected for their number.
        seed: Seed of the trials.
        units: How the units of tests are chosen.
        force: Whether runs with different signatures are compared where that is possible.
    """

    max_drop: Mapping[str, float] = field(default_factory=dict)
    not_worse: Mapping[str, float] = field(default_factory=dict)
    confidence: float = 0.95
    seed: int = 12_345
    units: UnitOptions = BY_DATA
    force: bool = False

    @property
    def alpha(self) -> float:
        """The level of tests."""
        return rounded(1 - self.confidence)

    def judges(self, output: str) -> bool:
        """Return whether an output is judged: all are, unless some are named."""
        named = {**self.max_drop, **self.not_worse}
        return not named or output in named

    def tests(self, output: str) -> bool:
        """Return whether an output is judged by its rows."""
        return output in self.not_worse or not (self.max_drop or self.not_worse)
