"""Members: the scored records of a system or of a group in it, as one metric sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self

import msgspec
from msgspec.structs import replace

from sacreval.core.metric import SampleMetric, SetMetric
from sacreval.scoring.collected_rows import Collected
from sacreval.scoring.engine import answer
from sacreval.scoring.run_metrics import Entry

if TYPE_CHECKING:
    from sacreval.core.metric import Array


class Members(msgspec.Struct, frozen=True):
    """Records that one metric could score, in the order of their ids.

    Args:
        entry: Who gave the rows.
        rows: Array (n, k); where only sums are needed, fewer rows with the same sum.
        places: The index of each in the input, array (n,).
        collected: The system they belong to.
    """

    entry: Entry
    rows: Array
    places: Array
    collected: Collected

    @classmethod
    def of(cls, collected: Collected, i: int) -> Self:
        """Return all records of a system that its i-th entry could score."""
        rows, places = collected.scored(i)
        return cls(collected.entries[i], rows, places, collected)

    def __len__(self) -> int:
        return len(self.places)

    def values(self, group: str) -> Array:
        """Return the value of a group for every record, array (n,) of text."""
        import numpy as np

        return np.array(self.collected.groups[group])[self.places]

    def where(self, picked: Array) -> Self:
        """Pick records.

        Args:
            picked: Array (n,) of bool.
        """
        return replace(self, rows=self.rows[picked], places=self.places[picked])

    def split(self, group: str) -> Iterator[tuple[str, Self]]:
        """Split by the values of a group that the system has, sorted."""
        values = self.values(group)
        for value in sorted(set(self.collected.groups[group])):
            yield value, self.where(values == value)

    def scores(self) -> Mapping[str, Any]:
        """Score the records together.

        Raises:
            MetricError: If the metric breaks, or gives no number that it promises.
        """
        return answer(self.entry.metric, self._scores)

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
        return metric.reduce(self.rows.sum(axis=0))
