"""Scores of several systems on the same instances, and on what tests and intervals draw of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sacreval.scoring.entries.engine import checked_scores, scores_of
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.interval_plans import Units, rows_by_unit
from sacreval.stats.resampling import bootstrap_sums
from sacreval.stats.significance import paired

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.features.compare.result import Settings
    from sacreval.stats.intervals.inverted_randomization import Partitions

    TrialScores = Mapping[str, Array]


CELLS = 2**22  # sums of a window: 32 MiB
HELD = 2  # windows; both systems of a pair must be in them


class Window:
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
        self._held: dict[int, Window] = {}
        self.step = max(1, CELLS // max(1, settings.trials * tables[0].shape[1]))

    def of(self, i: int) -> tuple[Window, int]:
        """Return the window of a system, and its place there.

        Args:
            i: Place of the system among all.
        """
        number, place = divmod(i, self.step)
        window = self._held.pop(number, None) or self._made(number)
        self._held[number] = window  # now the last one that was used
        return window, place

    def _made(self, number: int) -> Window:
        for old in [*self._held][: len(self._held) - HELD + 1]:
            del self._held[old]
        start = number * self.step
        return Window(self._tables[start : start + self.step], self._score, self._settings)

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


class Sides:
    """The scores of the systems of a comparison by one metric; each kind is computed when needed.

    Args:
        entry: The metric.
        members: The systems.
        units: What changes sides and is resampled.
        settings: Draws and seed.
    """

    def __init__(
        self, entry: Entry, members: Sequence[Member], units: Units, settings: Settings
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
        return [self._scores(total) for total in self.totals]

    @cached_property
    def records(self) -> list[Scores]:
        """The scores of single instances, arrays (n,)."""
        single = self.entry.for_instances()
        return [single.named(scores_of(single.metric, table)) for table in self.tables]

    @cached_property
    def resampled(self) -> list[Scores]:
        """The scores of bootstrap resamples, arrays (resamples,)."""
        from sacreval.stats.arrays import blocks

        chosen, scores = self.settings, list[Scores]()
        for part in blocks(len(self.tables), chosen.resamples * self.tables[0].shape[1], CELLS):
            tables = self.by_unit[part]
            drawn = bootstrap_sums(tables, resamples=chosen.resamples, seed=chosen.seed)
            scores += [self._scores(sums) for sums in drawn]
        return scores

    @cached_property
    def left_out(self) -> list[Scores]:
        """The scores with each unit left out in turn, arrays (units,)."""
        tables = zip(self.totals, self.by_unit, strict=True)
        return [self._scores(total - table) for total, table in tables]

    @cached_property
    def windows(self) -> Windows:
        """The trials, of a few systems at a time."""
        return Windows(self.by_unit, self._scores, self.settings)

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
            base, other = map(self._scores, sums)
            self._last = (i, k), {name: abs(other[name] - base[name]) for name in base}
        return self._last[1]

    def _scores(self, sums: Array) -> Scores:
        metric = self.entry.metric
        return self.entry.named(checked_scores(metric, lambda: metric.reduce(sums)))
