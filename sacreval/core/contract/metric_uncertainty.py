"""Uncertainty of scores beside that of rows: intervals of a metric's program, samples, labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.core.contract.metric_values import Array, Calibrated, Ids, Noise
    from sacreval.stats.intervals.bounds import Bounds


class Uncertainty:
    """Methods for uncertainty that rows do not contain; by default there is none."""

    def has_own_bounds(self) -> bool:
        """Return whether the metric's own program computes intervals."""
        return type(self).own_bounds is not Uncertainty.own_bounds

    def own_bounds(self, rows: Array, ids: Ids, level: float) -> Mapping[str, Bounds]:
        """Compute the intervals of the metric's own program, if it has any.

        Args:
            rows: Array (n, k).
            ids: Returns `instance.system` of each record.
            level: Confidence level, from 0 to 1.

        Returns:
            Output name to bounds; empty if the program has none.
        """
        del rows, ids, level
        return {}

    def under_calibration(self, rows: Array) -> Calibrated | None:
        """Return how rows depend on labels drawn from confidences; None for all other metrics.

        Args:
            rows: Array (n, k).
        """
        del rows
        return None

    def sampling_noise(self, rows: Array) -> Mapping[str, Noise] | None:
        """Return how the scores of records vary over their samples.

        Args:
            rows: Array (n, k).

        Returns:
            Output name to its noise; None for a metric of one output a record, and where it cannot
            be estimated from the samples.
        """
        del rows
        return None
