"""Scores of pairs of an output and a reference, and their combination for each output."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Literal

from sacreval.core.metric import MeanMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

Combination = Literal["mean", "best"]


class PairMetric(MeanMetric):
    """A score of each output with each of its references; by default the best one counts."""

    multi_reference: Literal["best", "max", "mean"] = "best"

    @abstractmethod
    def _pairs(self, batch: Batch) -> tuple[Array, Array]:
        """Return the scores (p, k) of all pairs, and the offsets (n + 1,) of each record's."""

    def _combined(self, pairs: Array, starts: Array) -> Array:
        """Combine the scores of each record's pairs: array (n, k)."""
        return combined(pairs, starts, self.multi_reference)

    def rows(self, batch: Batch) -> Array:
        """Score every pair, and combine those of each output."""
        return self._rows(*self._pairs(batch))

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Combine the pairs without each reference in turn."""
        return self.rows_with_leave_one_out(batch)[1]

    def rows_with_leave_one_out(self, batch: Batch) -> tuple[Array, Array]:
        """Score every pair once for both results."""
        from sacreval.stats.segments import others

        pairs, starts = self._pairs(batch)
        rest = others(starts)
        return self._rows(pairs, starts), self._rows(pairs[rest.rows], rest.starts)

    def _rows(self, pairs: Array, starts: Array) -> Array:
        import numpy as np

        scores = self._combined(pairs, starts)
        return np.column_stack([scores, np.ones(len(scores))])


def combined(pairs: Array, starts: Array, how: Literal["best", "max", "mean"]) -> Array:
    """Combine the scores of the pairs of each record.

    Args:
        pairs: Array (p, k), larger being better.
        starts: Offsets (n + 1,): record i has pairs `starts[i]` to `starts[i + 1] - 1`.
        how: Take the mean of each score over pairs, or the largest.

    Returns:
        Array (n, k).
    """
    import numpy as np

    if how == "mean":
        return np.add.reduceat(pairs, starts[:-1], axis=0) / np.diff(starts)[:, None]
    return np.maximum.reduceat(pairs, starts[:-1], axis=0)
