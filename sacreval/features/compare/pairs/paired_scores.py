"""Scores of systems on the same instances, and differences of two of them by one output."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.contract.declarations import highest_score
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.intervals.interval_plans import IntervalUnits, rows_by_unit
from sacreval.scoring.intervals.zero_one import are_ends, are_zero_and_one, has_unknown_range
from sacreval.stats.resampling import bootstrap_sums
from sacreval.stats.significance import paired

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.features.compare.result import Settings
    from sacreval.stats.intervals.inverted_randomization import Partitions

    TrialScores = Mapping[str, Array]


CELLS = 2**22  # sums of a window: 32 MiB
HELD = 2  # windows; both systems of a pair must be in them


class TrialWindow:
    """Trials of a few systems; each kind of sums is computed when needed.

    Args:
        tables: The rows of their units, arrays (units, k).
        score: From sums to scores.
        settings: Draws and seed.
    """

    def __init__(
        self, tables: Sequence[Array], score: Callable[[Array], TrialScores], settings: Settings
    ) -> None:
        self._tables, self._score, self._settings = tables, score, settings
        self._scored: dict[tuple[str, int], TrialScores] = {}

    @cached_property
    def sums(self) -> list[Array]:
        """The sums over the units that keep their side, arrays (trials, k); and their number."""
        import numpy as np

        chosen, ones = self._settings, np.ones((len(self._tables[0]), 1))
        return paired.kept_sums([*self._tables, ones], trials=chosen.trials, seed=chosen.seed)

    @cached_property
    def partitions(self) -> Partitions:
        """The sums of both sides of the trials that are inverted."""
        from sacreval.stats.intervals.inverted_randomization import partitions

        drawn = self.__dict__.get("sums")  # of the test, where it draws
        return partitions(self._tables, seed=self._settings.seed, drawn=drawn)

    def kept(self, i: int) -> TrialScores:
        """Return the scores on the units that keep their side, arrays (trials,).

        Args:
            i: Place of the system in this window.
        """
        return self._scores("kept", i, self.partitions.kept)

    def changed(self, i: int) -> TrialScores:
        """Return the scores on the units that change sides, arrays (trials,).

        Args:
            i: Place of the system in this window.
        """
        return self._scores("changed", i, self.partitions.changed)

    def _scores(self, side: str, i: int, sums: Sequence[Array]) -> TrialScores:
        if (side, i) not in self._scored:
            self._scored[side, i] = self._score(sums[i])
        return self._scored[side, i]


class Windows:
    """The windows of all systems, of which the last ones are held.

    Args:
        tables: The rows of the units of each system, arrays (units, k).
        score: From sums to scores.
        settings: Draws and seed.

    Attributes:
        step: Number of systems of a window.
    """

    def __init__(
        self, tables: Sequence[Array], score: Callable[[Array], TrialScores], settings: Settings
    ) -> None:
        self._tables, self._score, self._settings = tables, score, settings
        self._held: dict[int, TrialWindow] = {}
        self.step = max(1, CELLS // max(1, settings.trials * tables[0].shape[1]))

    def of(self, i: int) -> tuple[TrialWindow, int]:
        """Return the window of a system, and its place there.

        Args:
            i: Place of the system among all.
        """
        number, place = divmod(i, self.step)
        window = self._held.pop(number, None) or self._trial_window(number)
        self._held[number] = window  # now the last one that was used
        return window, place

    def _trial_window(self, number: int) -> TrialWindow:
        for old in [*self._held][: len(self._held) - HELD + 1]:
            del self._held[old]
        start = number * self.step
        return TrialWindow(self._tables[start : start + self.step], self._score, self._settings)

    def in_turn(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Sort pairs of systems so that those of the same windows follow each other."""
        return sorted(pairs, key=lambda pair: [place // self.step for place in pair])


Scores = Mapping[str, "Array"]
"""Output to scores."""


class Member(NamedTuple):
    """One system of a comparison.

    Args:
        system: The system.
        signature: The signature of its score.
        rows: Array (n, k), one row for each of the n compared instances, in their order.
    """

    system: str
    signature: str
    rows: Array


class SystemScores:
    """The scores of the systems of a comparison by one metric; each kind is computed when needed.

    Args:
        entry: The metric.
        members: The systems.
        units: What changes sides and is resampled.
        settings: Draws and seed.
    """

    def __init__(
        self, entry: Entry, members: Sequence[Member], units: IntervalUnits, settings: Settings
    ) -> None:
        self.entry, self.units, self.settings = entry, units, settings
        self.tables = [member.rows for member in members]
        self._last: tuple[tuple[int, int], Scores] | None = None

    @cached_property
    def totals(self) -> list[Array]:
        """The sums of all rows, arrays (k,)."""
        return [table.sum(axis=0) for table in self.tables]

    @cached_property
    def by_unit(self) -> list[Array]:
        """The rows of units, arrays (units, k)."""
        return [rows_by_unit(table, self.units) for table in self.tables]

    @cached_property
    def values(self) -> list[Scores]:
        """The scores on all instances."""
        return [*map(self.entry.reduce, self.totals)]

    @cached_property
    def records(self) -> list[Scores]:
        """The scores of single instances, arrays (n,)."""
        single = self.entry.for_instances()
        return [*map(single.record_scores, self.tables)]

    @cached_property
    def resampled(self) -> list[Scores]:
        """The scores of bootstrap resamples, arrays (resamples,)."""
        from sacreval.stats.arrays import blocks

        chosen, scores = self.settings, list[Scores]()
        for part in blocks(len(self.tables), chosen.resamples * self.tables[0].shape[1], CELLS):
            tables = self.by_unit[part]
            drawn = bootstrap_sums(tables, resamples=chosen.resamples, seed=chosen.seed)
            scores += map(self.entry.reduce, drawn)
        return scores

    @cached_property
    def left_out(self) -> list[Scores]:
        """The scores with each unit left out in turn, arrays (units,)."""
        tables = zip(self.totals, self.by_unit, strict=True)
        return [self.entry.reduce(total - table) for total, table in tables]

    @cached_property
    def windows(self) -> Windows:
        """The trials, of a few systems at a time."""
        return Windows(self.by_unit, self.entry.reduce, self.settings)

    def partitions(self, i: int) -> Partitions:
        """Return the trials that are inverted, with the sums of the systems beside the i-th."""
        return self.windows.of(i)[0].partitions

    def kept(self, i: int) -> Scores:
        """Return the scores on the units that keep their side in these trials, arrays (trials,)."""
        window, place = self.windows.of(i)
        return window.kept(place)

    def changed(self, i: int) -> Scores:
        """Return the scores on the units that change sides in these trials, arrays (trials,)."""
        window, place = self.windows.of(i)
        return window.changed(place)

    def shuffled(self, i: int, k: int) -> Scores:
        """Return how far two shuffled systems are apart, arrays (trials,) of sizes.

        They are held until those of another pair are asked for.
        """
        if self._last is None or self._last[0] != (i, k):
            kept = [window.sums[place] for window, place in map(self.windows.of, (i, k))]
            sums = paired.shuffled_sums((self.totals[i], self.totals[k]), kept)
            base, other = map(self.entry.reduce, sums)
            self._last = (i, k), {name: abs(other[name] - base[name]) for name in base}
        return self._last[1]


class Pair:
    """One output of two systems.

    Args:
        sides: The scores of all systems.
        places: The places of both systems, the base first.
        output: Name of the output in this run.
    """

    def __init__(self, sides: SystemScores, places: tuple[int, int], output: str) -> None:
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
        from sacreval.stats.intervals.bounds import left_out_spread

        if self.n_units < 2:  # one unit has no spread
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

        For a metric that declares no highest score, all scores are 0 or 1, and both occur.
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
