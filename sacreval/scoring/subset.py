"""Subset: the scored records of a system or of one of its groups, by one metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self

import msgspec
from msgspec.structs import replace

from sacreval.core.metric import SampleMetric, SetMetric
from sacreval.scoring.collected_rows import Collected
from sacreval.scoring.engine import checked_scores
from sacreval.scoring.run_metrics import Entry

if TYPE_CHECKING:
    from sacreval.core.metric import Array


class Subset(msgspec.Struct, frozen=True):
    """Records that one metric could score, in the order of their ids.

    Args:
        entry: The metric.
        rows: Array (n, k); where only sums are needed, fewer rows with the same sum.
        places: Indices of the records in the input, array (n,).
        collected: All rows of their system.
    """

    entry: Entry
    rows: Array
    places: Array
    collected: Collected

    @classmethod
    def of(cls, collected: Collected, i: int) -> Self:
        """Return all records of a system that the i-th entry could score."""
        rows, places = collected.scored(i)
        return cls(collected.entries[i], rows, places, collected)

    def __len__(self) -> int:
        return len(self.places)

    def values(self, group: str) -> Array:
        """Return the values of a group for all records, array (n,) of text."""
        import numpy as np

        return np.array(self.collected.groups[group])[self.places]

    def ids(self) -> list[str]:
        """Return `instance.system` of each record."""
        names = self.collected.names
        return [f"{names[place]}.{self.collected.system}" for place in self.places.tolist()]

    def where(self, picked: Array) -> Self:
        """Select records.

        Args:
            picked: Mask, array (n,) of bool.
        """
        return replace(self, rows=self.rows[picked], places=self.places[picked])

    def split(self, group: str) -> Iterator[tuple[str, Self]]:
        """Split the records by the values of a group, in sorted order."""
        values = self.values(group)
        for value in sorted(set(self.collected.groups[group])):
            yield value, self.where(values == value)

    def scores(self) -> Mapping[str, Any]:
        """Score the records as one set.

        Raises:
            MetricError: If the metric fails, or an output is missing.
        """
        return checked_scores(self.entry.metric, self._scores)

    def undefined(self) -> Mapping[str, str]:
        """Describe which outputs the formula leaves undefined for these records, and why."""
        return self.entry.named(self.entry.metric.undefined(self.rows)) if len(self) else {}

    def _scores(self) -> Mapping[str, Any]:
        import numpy as np

        metric = self.entry.metric
        if isinstance(metric, SampleMetric):
            return metric.estimate(self.rows, np.ones(len(self.rows)))
        if isinstance(metric, SetMetric):
            return metric.measure(self.collected.records(self.places.tolist()))
        return metric.score_system(self.rows, self.ids)
