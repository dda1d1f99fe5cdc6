"""What a metric without information reaches by pairwise accuracies, given the human scores.

A metric whose scores say nothing and are never equal orders a pair that people order rightly half
the time, and a pair that they call equal never: (1 - T) / 2, with T the share of equal human pairs.
Tie calibration may call all pairs equal in place of none, which reaches T.

Source: mt-metrics-eval, issue 14, asks for this number; derived here from the definition of
pairwise accuracy.
"""

from __future__ import annotations

import numpy as np

from sacreval.features.correlate.measures.measures import Measure, Plain, TieCalibrated
from sacreval.stats.arrays import Floats
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import Groups, Level, correlate_groups, group


def chance_level(measure: Measure, x: Floats, z: Floats, level: Level) -> float | None:
    """Return the expected value of a metric without information.

    Args:
        measure: The measure.
        x: Metric scores, shape (systems, inputs), NaN where missing.
        z: Human scores, same shape.
        level: One of its levels.

    Returns:
        From 0 to 1; None for measures other than pairwise accuracy and acc-eq, for a threshold that
        is not fitted, and without pairs.
    """
    calibrated = isinstance(measure, TieCalibrated) and measure.epsilon is None
    accuracy = isinstance(measure, Plain) and measure.coefficient is c.PAIR_ACCURACY
    if x.ndim > 2 or not (calibrated or accuracy):  # noqa: PLR2004 - scores pair by pair
        return None
    groups = group(x, z, level, c.PAIR_ACCURACY, every_input=measure.every_input)
    order = _untied(groups)
    values = [
        correlate_groups(Groups(one, groups.z), c.PAIR_ACCURACY, measure.average).value
        for one in (order, -order)
    ]
    half = float(np.mean(values))
    if np.isnan(half):
        return None
    return max(half, 1 - 2 * half) if calibrated else half


def _untied(groups: Groups) -> Floats:
    """Return different numbers in the order of the human scores of each group."""
    order = np.argsort(np.argsort(groups.z, axis=1, kind="stable"), axis=1, kind="stable")
    missing = np.isnan(groups.x) | np.isnan(groups.z)
    return np.where(missing, np.nan, order.astype(float))
