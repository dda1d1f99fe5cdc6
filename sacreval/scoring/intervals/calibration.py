"""Calibration bands: what a calibrated model's calibration error would be by chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sacreval.core.results import Band
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.rows.subset import Subset

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Calibrated


@runtime_checkable
class HasCalibration(Protocol):
    """A metric of labels and confidences."""

    def under_calibration(self, rows: Array, /) -> Calibrated:
        """Return how rows, array (n, k), depend on labels drawn from confidences."""


def has_band(part: Subset, options: IntervalOptions) -> bool:
    """Return whether the scores of a part have a band instead of an interval.

    Args:
        part: Records, as one metric sees them.
        options: How intervals are computed; a method that is named has precedence.
    """
    if options.method != "auto" or not part.entry.has_rows or not len(part):
        return False
    return isinstance(part.entry.metric.formula_owner(), HasCalibration)


def bands(part: Subset, options: IntervalOptions) -> Mapping[str, Band]:
    """Compute the band of every output: the scores of labels drawn from the confidences.

    Args:
        part: Records, as one metric sees them.
        options: Level, number of draws (resamples) and seed.
    """
    import numpy as np

    from sacreval.stats.intervals.calibration_band import calibration_band, label_sums

    metric = part.entry.metric.formula_owner()
    if not isinstance(metric, HasCalibration):
        return {}
    made = metric.under_calibration(part.rows)
    names = metric.outputs

    def stacked(sums: Array) -> Array:
        scores = metric.reduce(sums)
        return np.stack([scores[name] for name in names], axis=-1)

    found = calibration_band(
        made.confidences,
        lambda labels: stacked(label_sums(labels, made.wrong, made.right)),
        stacked(part.rows.sum(axis=0)),
        level=options.confidence,
        draws=options.resamples,
        seed=options.seed,
    )
    return {
        name: Band(
            mean=float(found.mean[i]),
            high=float(found.high[i]),
            p=float(found.p[i]),
            level=options.confidence,
            draws=options.resamples,
            seed=options.seed,
        )
        for i, name in enumerate(names)
    }
