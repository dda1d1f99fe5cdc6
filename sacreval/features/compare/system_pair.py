"""Two systems by one output: their difference, and what tests and intervals need to know of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import highest_score
from sacreval.features.compare.pairs.paired_scores import Scores, Sides
from sacreval.scoring.intervals.zero_one import are_ends, are_zero_and_one, has_unknown_range
from sacreval.stats.significance import paired

if TYPE_CHECKING:
    from sacreval.core.metric import Array


class Pair:
    """One output of two systems.

    Args:
        sides: The scores of all systems.
        places: The places of both systems, the base first.
        output: Name of the output in this run.
    """

    def __init__(self, sides: Sides, places: tuple[int, int], output: str) -> None:
        self.sides, self.places, self.output = sides, places, output
        self.base_value, self.other_value = (float(sides.values[i][output]) for i in places)

    @property
    def difference(self) -> float:
        """Other minus base."""
        return self.other_value - self.base_value

    @property
    def n_units(self) -> int:
        """Number of units."""
        return self.sides.units.n

    @cached_property
    def record_scores(self) -> tuple[Array, Array]:
        """The scores of the instances, arrays (n,): the base's, the other's."""
        base, other = (self.sides.records[i][self.output] for i in self.places)
        return base, other

    @cached_property
    def differences(self) -> Array:
        """The differences of the instances, array (n,); what only rounding keeps apart is 0."""
        return paired.differences(*self.record_scores)

    @cached_property
    def unit_differences(self) -> Array:
        """The same summed over units, array (units,)."""
        import numpy as np

        of = self.sides.units.of
        if of is None:
            return self.differences
        sums = np.bincount(of, weights=self.differences, minlength=self.n_units)
        return paired.differences(np.zeros(len(sums)), sums)

    @property
    def gaps(self) -> Array:
        """The differences of resamples, array (resamples,)."""
        return self._gaps(self.sides.resampled.__getitem__)

    @property
    def left_out_gaps(self) -> Array:
        """The differences with each unit left out, array (units,)."""
        return self._gaps(self.sides.left_out.__getitem__)

    @property
    def kept_gaps(self) -> Array:
        """The differences on the units that keep their side, array (trials,)."""
        return self._gaps(self.sides.kept)

    @property
    def changed_gaps(self) -> Array:
        """The differences on the units that change sides, array (trials,)."""
        return self._gaps(self.sides.changed)

    @property
    def shuffled(self) -> Array:
        """How far the two shuffled systems are apart, array (trials,) of sizes."""
        return self.sides.shuffled(*self.places)[self.output]

    @cached_property
    def error(self) -> float:
        """The jackknife's standard error of the difference; NaN for a single unit."""
        from sacreval.stats.intervals.jackknife_t import left_out_spread

        if self.n_units < 2:  # noqa: PLR2004 - one unit has no spread
            return float("nan")
        return float(left_out_spread(self.difference, self.left_out_gaps).error)

    @cached_property
    def is_mean(self) -> bool:
        """Whether the difference is the mean of the differences of the instances."""
        mean = self.differences.mean()
        slack = paired.SLACK * max(1.0, abs(self.difference))
        return self._declares_mean and bool(abs(mean - self.difference) <= slack)

    @property
    def highest(self) -> float | None:
        """The largest score of an instance, where the score is the mean of bounded scores."""
        entry = self.sides.entry
        return entry.named({x: highest_score(entry.metric, x) for x in entry.metric.outputs})[
            self.output
        ]

    @cached_property
    def binary(self) -> bool:
        """Whether both systems have the lowest or the highest score on every instance.

        Where nobody declared which these are, all scores are 0 or 1, and both occur.
        """
        if not self.is_mean:
            return False
        if self.highest is None:
            unknown = has_unknown_range(self.sides.entry.metric)
            return unknown and are_zero_and_one(*self.record_scores)
        return are_ends(*self.record_scores, highest=self.highest)

    @property
    def skewness(self) -> float | None:
        """The squared skewness of the units' differences by their number; None for no mean."""
        from sacreval.stats.significance.paired import squared_skewness

        if not self.is_mean or not self.unit_differences.any():
            return None
        return float(squared_skewness(self.unit_differences))

    @property
    def skew_adjusted_p(self) -> float | None:
        """The p-value of a t corrected for skewness of the differences; None for no mean."""
        from sacreval.stats.significance.paired import skew_adjusted_p

        return skew_adjusted_p(self.unit_differences) if self.is_mean else None

    @property
    def discordant(self) -> tuple[int, int]:
        """The instances on which only the other, and only the base, scores higher."""
        import numpy as np

        return int(np.sum(self.differences > 0)), int(np.sum(self.differences < 0))

    @property
    def _declares_mean(self) -> bool:
        return self.sides.entry.metric.score_scale.mean or self.highest is not None

    def _gaps(self, scores: Callable[[int], Scores]) -> Array:
        base, other = (scores(i)[self.output] for i in self.places)
        return other - base
