"""Scores of several systems on the same instances, and on what tests and intervals draw of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sacreval.scoring.engine import checked_scores, scores_of
from sacreval.scoring.intervals import Units, rows_by_unit
from sacreval.scoring.run_metrics import Entry
from sacreval.stats import paired
from sacreval.stats.resampling import bootstrap_sums

if TYPE_CHECKING:
    from sacreval.core.comparisons import Settings
    from sacreval.core.metric import Array
    from sacreval.stats.inverted_randomization import Partitions

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
        self._shuffled: dict[tuple[int, int], Scores] = {}

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
        chosen = self.settings
        drawn = bootstrap_sums(self.by_unit, resamples=chosen.resamples, seed=chosen.seed)
        return [self._scores(sums) for sums in drawn]

    @cached_property
    def left_out(self) -> list[Scores]:
        """The scores with each unit left out in turn, arrays (units,)."""
        tables = zip(self.totals, self.by_unit, strict=True)
        return [self._scores(total - table) for total, table in tables]

    @cached_property
    def partitions(self) -> Partitions:
        """The sums of both sides of the trials that are inverted."""
        from sacreval.stats.inverted_randomization import partitions

        drawn = self.__dict__.get("_kept_sums")  # of the test, where it draws
        return partitions(self.by_unit, seed=self.settings.seed, drawn=drawn)

    @cached_property
    def kept(self) -> list[Scores]:
        """The scores on the units that keep their side in these trials, arrays (trials,)."""
        return [self._scores(sums) for sums in self.partitions.kept]

    @cached_property
    def changed(self) -> list[Scores]:
        """The scores on the units that change sides, arrays (trials,)."""
        return [self._scores(sums) for sums in self.partitions.changed]

    def shuffled(self, i: int, k: int) -> Scores:
        """Return how far two shuffled systems are apart, arrays (trials,) of sizes."""
        if (i, k) not in self._shuffled:
            sums = paired.shuffled_sums(
                (self.totals[i], self.totals[k]), (self._kept_sums[i], self._kept_sums[k])
            )
            base, other = map(self._scores, sums)
            self._shuffled[i, k] = {name: abs(other[name] - base[name]) for name in base}
        return self._shuffled[i, k]

    @cached_property
    def _kept_sums(self) -> list[Array]:
        import numpy as np

        chosen, ones = self.settings, np.ones((self.units.n, 1))
        tables = [*self.by_unit, ones]
        return paired.kept_sums(tables, trials=chosen.trials, seed=chosen.seed)

    def _scores(self, sums: Array) -> Scores:
        metric = self.entry.metric
        return self.entry.named(checked_scores(metric, lambda: metric.reduce(sums)))
