"""A notice of empty outputs, whose scores say nothing about their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.core.remarks import Watch


class EmptyOutputs:
    """Counts outputs without any character but blanks, besides what another watch counts.

    Args:
        name: Name of the metric.
        score: What such an output scores, such as `0`.
        other: What else is counted; its notices come first.
    """

    def __init__(self, name: str, score: str, other: Watch) -> None:
        self._name, self._score, self._other = name, score, other
        self._all = self._empty = 0

    def add(self, batch: Batch) -> None:
        """Count the outputs of a batch."""
        self._all += len(batch)
        self._empty += sum(not str(record.prediction).strip() for record in batch)
        self._other.add(batch)

    def notices(self) -> list[str]:
        """Return a notice with the number of outputs, if any is empty."""
        if not self._empty:
            return self._other.notices()
        notice = (
            f"{self._empty} of {self._all} outputs are empty, and {self._name} scores them "
            f"{self._score}; check that the system wrote them"
        )
        return [*self._other.notices(), notice]
