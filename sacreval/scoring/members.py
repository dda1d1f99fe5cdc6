"""Members: the scored records of a system or of a group in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from sacreval.metric import Metric, SampleMetric, SetMetric
from sacreval.scoring.collect import Collected

if TYPE_CHECKING:
    from sacreval.metric import Array


@dataclass(frozen=True)
class Members:
    """Records that could be scored, in the order of their ids.

    Args:
        rows: Array (n, k).
        places: Where each stood in the input, array (n,).
        collected: The system they belong to.
    """

    rows: Array
    places: Array
    collected: Collected

    @classmethod
    def of(cls, collected: Collected, i: int) -> Self:
        """Take all records of a system that the i-th metric could score."""
        import numpy as np

        rows = collected.rows(i)
        scored = ~np.isnan(rows).any(axis=1)
        return cls(rows[scored], np.array(collected.order.places)[scored], collected)

    def __len__(self) -> int:
        return len(self.rows)

    def values(self, group: str) -> Array:
        """Give the value of a group for every record, array (n,) of text."""
        import numpy as np

        return np.array(self.collected.groups[group])[self.places]

    def where(self, picked: Array) -> Members:
        """Pick records.

        Args:
            picked: Array (n,) of bool.
        """
        return Members(self.rows[picked], self.places[picked], self.collected)

    def split(self, group: str) -> Iterator[tuple[str, Members]]:
        """Split by the values of a group that the system has, sorted."""
        import numpy as np

        values = self.values(group)
        for value in np.unique(np.array(self.collected.groups[group])):
            yield str(value), self.where(values == value)

    def scores(self, metric: Metric) -> Mapping[str, Any]:
        """Score the records together."""
        import numpy as np

        if isinstance(metric, SampleMetric):
            return metric.estimate(self.rows, np.ones(len(self.rows)))
        if isinstance(metric, SetMetric):
            return metric.measure(self.collected.members(self.places.tolist()))
        return metric.reduce(self.rows.sum(axis=0))
